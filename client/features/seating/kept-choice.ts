import type { PlaceId, ShowId } from '#domain/ids.ts'
import type { SeatChoice } from '#domain/seat-choice.ts'
import { keepInTab, keptInTab } from '#client/customer/kept-in-tab.ts'

const STORAGE_KEY = 'seatChoices'

/** Choices by show. */
type Choices = Readonly<Record<string, unknown>>

/** What this customer had chosen of a show in this tab, before the page was loaded anew. Nobody else ever sees it. */
export function choiceKept(showId: ShowId): SeatChoice {
  const placeIds = choicesKept()[showId]
  return Array.isArray(placeIds) ? placeIds.filter((id): id is PlaceId => Number.isSafeInteger(id)) : []
}

/** Keeps what is chosen of a show for as long as the tab lives; nothing chosen is nothing kept. */
export function keepChoice(showId: ShowId, placeIds: SeatChoice): void {
  const { [showId]: _, ...others } = choicesKept()
  keepInTab(STORAGE_KEY, placeIds.length === 0 ? others : { ...others, [showId]: placeIds })
}

function choicesKept(): Choices {
  return (keptInTab(STORAGE_KEY) ?? {}) as Choices
}
