import { rowText } from '#domain/tickets/places.ts'

/** Texts of an offer, loaded together with it. */
export const offerTexts = {
  seatInRow: (row: string, seat: number) => `${rowText(row)}, seat ${seat}`,
  leavesAlone: (seat: string) => `This leaves ${seat} on its own.`,
  takeInstead: (seats: string) => `Take ${seats} instead`,
}
