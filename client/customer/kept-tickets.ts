/** The database of the tickets that this device keeps for use without a network. */
export const TICKETS_DATABASE = 'foyer-tickets'

/** Deletes all kept tickets from this device. */
export function forgetKeptTickets(): void {
  globalThis.indexedDB?.deleteDatabase(TICKETS_DATABASE)
}
