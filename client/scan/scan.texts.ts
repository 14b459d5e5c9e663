import type { EntryRefusal, ScanDirection } from '#domain/entry/entry.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** Texts of the scanner. */
export const texts = {
  title: 'Scanner',
  loading: 'Opening the scanner …',
  needsHttps: 'The scanner needs a secure address: https, or this machine.',
  storageRefused: 'This browser refuses to store data, so scans could be lost. Allow storage, or use another browser.',

  elsewhere: 'The scanner is open on another page of this phone.',
  takeOver: 'Use this page',

  pairTitle: 'Pair this phone',
  pairHelp:
    'Make a code at the desk: Box office, Entry of the show, Pair a phone. Scan its QR code with the camera of this phone, or type its digits.',
  pairCode: 'Code of 8 digits',
  pair: 'Pair',
  pairing: 'Pairing …',
  revoked: 'This phone is no longer paired. Its list of tickets was deleted.',
  lostScans: (count: number) => `${count === 1 ? '1 scan was' : `${count} scans were`} not sent before that.`,

  unsentScans: (count: number) =>
    `Not paired anew: ${count === 1 ? '1 scan is' : `${count} scans are`} not sent yet. Connect this phone and use the new code once they are, or revoke this phone at the desk to give them up.`,

  show: 'Show',
  gate: (name: string | undefined) => name ?? 'No certain gate',
  direction: 'Direction',
  directions: { IN: 'In', OUT: 'Out' } satisfies Record<ScanDirection, string>,
  live: 'Live',
  offline: 'No connection',
  noList: 'No list of tickets yet',
  listAge: (minutes: number) => (minutes < 1 ? 'list up to date' : `list ${minutes} min old`),
  notSent: (count: number) => `${count === 1 ? '1 scan' : `${count} scans`} not sent`,
  counters: (admitted: number, expected: number, inside: number) =>
    `${admitted} of ${expected} admitted, ${inside} inside`,
  atGate: (admitted: number) => `${admitted} here`,

  start: 'Start scanning',
  startHelp: 'Uses the camera, keeps the screen on, and turns the sound on.',
  camera: 'Camera',
  cameraRefused: 'The camera is not available. Allow it in the settings of the browser, or type the codes.',
  ready: 'Ready for the next ticket',
  torch: 'Light',
  sound: 'Sound',
  typed: 'Type a code',
  check: 'Check',

  checking: 'Checking …',
  waiting: 'Waiting for the shop …',
  admitted: 'Admitted',
  left: 'Goes out',
  refused: 'Refused',
  double: 'Somebody came in with this ticket before',
  decidedHere: 'Decided on this phone, before the shop answered',
  ask: 'Sold after the list was loaded',
  askHelp: 'The code is genuine, but this phone cannot check it without a connection. Let the person in?',
  unverified: 'Compare the ticket',
  unverifiedHelp: 'This browser cannot verify codes without a connection, so it may be forged. Let the person in?',
  letIn: 'Let in',
  turnAway: 'Turn away',
  stop: 'Stop the last person!',
  stopHelp: 'The shop refuses the ticket that this phone has let through.',
  comeIn: 'Let the last person in',
  comeInHelp: 'The shop admits the ticket that this phone has refused.',
  full: 'The phone is full',
  fullHelp: 'The scan could not be stored, so nobody is let in. Free some storage, or use another phone.',
  needsConnection: 'No connection',
  needsConnectionHelp: 'Codes to type can only be checked with a connection. Scan the QR code instead.',
  newKeyHelp:
    'This code was signed by a newer key than those of the list, so only the shop can check it. Connect this phone, or find the person on the door list.',
  noListHelp: 'This phone has no list of tickets yet, and the shop cannot be reached.',
  surprises: (count: number) => `${people(count)} came in whom the shop would have refused. The desk lists them.`,
  dismiss: 'OK',

  overrule: 'Overrule',
  overruleReason: 'Reason',
  overruleConfirm: 'Let in anyway',
  cancel: 'Cancel',
  needsReason: 'Please give a reason',
  firstIn: (time: string, gate: string | null) => `In at ${time}${gate === null ? '' : `, ${gate}`}`,
  rightGates: (names: readonly string[]) => `Please go to ${names.join(' or ')}`,
  validFrom: (time: string) => `Doors open at ${time}`,
}

/** The reasons of refusals, as said to the person at the door. */
export const refusalTexts: Record<EntryRefusal, string> = {
  NOT_VALID: 'Not one of our tickets',
  OTHER_SHOW: 'Ticket for another show',
  OTHER_DAY: 'Ticket for another day',
  SHOW_CANCELLED: 'This show is cancelled',
  REFUNDED: 'Refunded ticket',
  OLD_CODE: 'Old code: a newer one has replaced it',
  NOT_LIVE: 'Screenshot: ask for the live ticket',
  DISPUTED: 'The payment is disputed',
  WRONG_GATE: 'Wrong gate',
  TOO_EARLY: 'The doors are not open yet',
  ALREADY_IN: 'Already in',
  NOT_IN: 'Has not come in',
}
