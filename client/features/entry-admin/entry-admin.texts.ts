import type { DeviceDirection, OfflineUnknown } from '#domain/entry/entry.ts'
import { counted, numberText } from '#domain/number-text.ts'

const directions: Record<DeviceDirection, string> = { IN: 'In', OUT: 'Out', BOTH: 'In and out' }

const unknowns: Record<OfflineUnknown, string> = { ADMIT: 'Admit', ASK: 'Ask the person at the door' }

/** Texts of the entry of a show at the desk. */
export const texts = {
  entry: 'Entry',
  boxOffice: 'Box office',
  isCancelled: 'Cancelled',
  figures: 'Figures',
  figureNames: { expected: 'Tickets', admitted: 'Admitted', inside: 'Inside', doubles: 'Doubles' },
  number: numberText,
  byGate: 'By gate',
  bySector: 'By sector',
  byMinute: 'By minute',
  gateColumns: ['Gate', 'Admitted', 'Inside'],
  sectorColumns: ['Sector', 'Tickets', 'Admitted'],
  minuteColumns: ['Minute', 'Admitted'],
  noGate: 'No gate',

  scanners: 'Scanners',
  noScanners: 'No phone is paired yet.',
  pair: 'Pair a phone',
  pairing: 'Pairing',
  name: 'Name of the phone',
  gate: 'Gate',
  direction: 'Direction',
  directions,
  isSupervisor: 'May overrule refusals with a reason',
  createCode: 'Show a code',
  close: 'Close',
  scanThis: (address: string) => `Scan this with the phone, or open ${address} on it and type the code.`,
  qrLabel: 'QR code for pairing',
  worksOnce: (minutes: number) => `It works once, for ${minutes} minutes.`,
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke ${name}`,
  revokeQuestion: 'Revoke this scanner?',
  revokeDetails: 'The phone stops working at once. Scans that it has not sent are lost.',
  revoked: 'Revoked',
  isRevoked: 'The scanner is revoked',
  supervisor: 'Supervisor',
  lastSeen: 'Last contact',
  scans: (count: number) => counted(count, 'scan', 'scans'),
  missing: (count: number) => `${counted(count, 'scan', 'scans')} missing`,

  gates: 'Gates',
  noGates: 'This location has no gates: every scanner serves all sectors.',
  allSectors: 'All sectors',
  gateName: 'Name of the gate',
  sectors: 'Sectors (none: all)',
  addGate: 'Add the gate',
  gateAdded: 'The gate is added',
  removeGate: 'Remove',
  removeGateLabel: (name: string) => `Remove ${name}`,
  removeGateQuestion: 'Remove this gate?',
  removeGateDetails: 'Its scanners serve all sectors then.',
  gateRemoved: 'The gate is removed',

  rules: 'Rules',
  reEntry: 'People who left may come in again',
  offlineUnknown: 'Without a network, genuine codes that a phone does not know yet',
  unknowns,
  liveCodes: 'Live codes: the code changes every 15 seconds on the page of the ticket',
  liveCodesHelp:
    'Screenshots, printed tickets and wallet passes no longer open the door, also those sent before. People without a phone are found by name on the door list; a supervisor types their code and overrules.',
  liveCodesSold: (count: number) =>
    `${count === 1 ? '1 ticket is' : `${numberText(count)} tickets are`} sold already. With these rules, the files and passes that their holders have open nothing. The shop mails the holders that they should open the page of the ticket instead.`,
  doorsOpenAt: 'Doors open',
  venueTime: 'Time of the venue. Tickets are refused before. Empty: at no time.',
  saveRules: 'Save the rules',
  rulesSaved: 'The rules are saved',
  rulesNotSaved: 'The rules were not saved',
  scansCsv: 'Scans as CSV',

  doubles: 'Doubles',
  doubleHint: 'Further people with a ticket that was in use. Please look for them at their seat.',
  conflicts: 'Admitted without a network, refused afterwards',
}
