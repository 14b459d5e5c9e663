import type { EntryRefusal } from '#domain/entry/entry.ts'

/** The reasons of refused scans, as the desk names them. */
export const entryRefusals: Record<EntryRefusal, string> = {
  NOT_VALID: 'Not one of our tickets',
  OTHER_SHOW: 'Ticket of another show',
  OTHER_DAY: 'Ticket of another day',
  SHOW_CANCELLED: 'Show cancelled',
  REFUNDED: 'Refunded',
  OLD_CODE: 'Replaced code',
  NOT_LIVE: 'Screenshot or paper',
  DISPUTED: 'Payment disputed',
  WRONG_GATE: 'Wrong gate',
  TOO_EARLY: 'Too early',
  ALREADY_IN: 'Already in',
  NOT_IN: 'Not in',
}
