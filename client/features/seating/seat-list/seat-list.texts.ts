import { euro, type Cents } from '#domain/money.ts'
import { counted, numberText } from '#domain/number-text.ts'
import { kindTexts, type PlaceName } from '#domain/tickets/places.ts'
import { texts } from '../seating.texts.ts'

/** Texts of the list, loaded together with it. */
export const listTexts = {
  seatAndState: (place: PlaceName, price: Cents, state: string) =>
    [
      texts.rowName(place.rowName),
      `seat ${place.seatNumber}`,
      ...(place.kind ? [kindTexts[place.kind]] : []),
      euro(price),
      state,
    ].join(', '),
  states: {
    free: 'free',
    taken: 'taken',
    chosen: 'selected',
    inCart: 'in your cart',
    bought: 'your ticket',
    held: 'held',
  },
  sectors: 'Sectors',
  backToSectors: 'All sectors',
  seatsOf: (sector: string) => `Seats in ${sector}`,
  freeOf: (free: number, total: number) =>
    free === 0 ? 'Sold out' : `${numberText(free)} of ${numberText(total)} free`,
  gridHelp:
    'Arrow keys move from seat to seat. Space or Enter selects, Page Up and Page Down change the sector, Escape goes back to the sectors.',
  matching: (count: number) =>
    count === 0
      ? 'No free place here matches the filters.'
      : `${counted(count, 'free place here matches', 'free places here match')} the filters.`,
  standingTickets: 'Standing tickets',
  onlyLeft: (count: number) =>
    `Only ${numberText(count)} ${count === 1 ? 'is' : 'are'} left: ${numberText(count)} selected.`,
  onlyAllowed: (count: number) => `You've reached the limit of tickets: ${numberText(count)} selected.`,
  ownHere: {
    inCart: (count: number) => `${count} in your cart`,
    held: (count: number) => `${count} held`,
    bought: (count: number) => (count === 1 ? 'your ticket' : `your ${count} tickets`),
  },
  selectedHere: (count: number) => `${count} selected`,
}
