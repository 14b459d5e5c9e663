import type { PlaceId, ShowId } from '#domain/ids.ts'
import type { SeatChoice } from '#domain/seat-choice.ts'
import { currentSession, userIn } from '#client/session.ts'

const STORAGE_KEY = 'seatChoices'

/** Choices by show, and whose they are. */
type Kept = { readonly user: string; readonly choices: Readonly<Record<string, unknown>> }

/** What this customer had chosen of a show in this tab, before the page was loaded anew. Nobody else ever sees it. */
export function choiceKept(showId: ShowId): SeatChoice {
  const placeIds = readKept()[showId]
  return Array.isArray(placeIds) ? placeIds.filter((id): id is PlaceId => Number.isSafeInteger(id)) : []
}

/** Keeps what is chosen of a show for as long as the tab lives; nothing chosen is nothing kept. */
export function keepChoice(showId: ShowId, placeIds: SeatChoice): void {
  const user = userNow()
  if (user === undefined) return
  const { [showId]: _, ...others } = readKept()
  const choices = placeIds.length === 0 ? others : { ...others, [showId]: placeIds }
  const kept: Kept = { user, choices }
  write(JSON.stringify(kept))
}

/** Where somebody else is here now, what was kept is gone. Nobody is not somebody else: who chose may come back. */
function readKept(): Kept['choices'] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Kept | null
    const user = userNow()
    if (user === undefined) return {}
    if (kept?.user === user) return kept.choices ?? {}
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // A browser may refuse its storage, by throwing, and anything may stand there.
    return {}
  }
  return {}
}

function write(text: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, text)
  } catch {
    return
  }
}

function userNow(): string | undefined {
  const { token } = currentSession()
  return token === null ? undefined : userIn(token)
}
