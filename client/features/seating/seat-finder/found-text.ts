import type { BestPlaces } from '#domain/best-available/best-available.ts'
import { listText } from '#domain/list-text.ts'
import { placeNameAt } from '../place-names.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { texts } from '../seating.texts.ts'
import { foundTexts } from './found.texts.ts'
import { freeIn } from './prices-shown.ts'

/** `at`: the searched prices in words. `sectors`: whether a sector was searched. */
type SearchOptions = { readonly at: string; readonly sectors: readonly boolean[] }

/** Returns a sentence about the arrangement of found places; empty if they are side by side. */
export function foundText(
  availability: SeatAvailability,
  { arrangement, places }: Pick<BestPlaces, 'arrangement' | 'places'>,
  { at, sectors }: SearchOptions,
): string {
  switch (arrangement) {
    case 'row':
    case 'row_leaving_one':
      return ''
    case 'two_rows':
      return foundTexts.inTwoRows(at)
    case 'tables':
      return foundTexts.atTables(at, tablesText(availability, places))
    case 'nearby':
      return foundTexts.nearby(at)
    case 'apart':
      return foundTexts.apart(at)
    case 'standing':
      return freeIn(availability, sectors).seats > 0 ? foundTexts.standingInstead(at) : texts.onlyStanding(at)
  }
}

/** Returns "Table 8 (4) and Table 9 (2)": the tables with the number of found seats. */
function tablesText({ model }: SeatAvailability, places: readonly number[]): string {
  const tables = Map.groupBy(places, (place) => model.rowOf[place])
  const words = Array.from(tables.values(), (seats) =>
    foundTexts.tableWith(placeNameAt(model, seats[0] ?? 0).rowName, seats.length),
  )
  return listText(words, 'and')
}
