import type { EventShow, ProgrammePart } from '#contract/shows.ts'
import { programmePeriods } from '#domain/shows/programme-periods.ts'
import type { EventId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import type { Settings } from '#server/settings/env.ts'
import { selectNow } from '#server/db/now.ts'
import { selectShowsOfPeriod } from './programme.sql.ts'
import type { RateShows } from './rate-availability.ts'
import { selectShowsByIds } from './shows.sql.ts'

/** The shows of a column on wide screens. The last part fills the columns that other parts leave. */
const SHOWS_PER_COLUMN = 3
const COLUMNS = 3
/** Read per part, because sold-out shows come last and an event is shown once. */
const CANDIDATES = 20

/** Lists the programme: the soonest shows of each period, each of another event. Sold-out shows are chosen last. */
export async function listProgramme(
  db: Db,
  { SHOP_TIME_ZONE }: Pick<Settings, 'SHOP_TIME_ZONE'>,
  rate: RateShows,
): Promise<{ total: number; elements: ProgrammePart[] }> {
  const periods = programmePeriods(await selectNow(db), SHOP_TIME_ZONE)
  const weekend = periods.find(({ name }) => name === 'WEEKEND')
  const found = await Promise.all(
    periods.map((period) => selectShowsOfPeriod(db, period, period.until === null ? weekend : undefined)),
  )
  const rows = await selectShowsByIds(
    db,
    found.flatMap((shows) => shows.slice(0, CANDIDATES).map(({ id }) => id)),
  )
  const shows = new Map((await rate(db, rows)).map((show) => [show.id, show]))
  const shown = new Set<EventId>()
  let columnsUsed = 0
  const elements = periods.map((period, index) => {
    const candidates = found[index]?.slice(0, CANDIDATES).filter(({ eventId }) => !shown.has(eventId)) ?? []
    const columns = period.until === null ? COLUMNS - columnsUsed : 1
    const chosen = soldOutLast(candidates.flatMap(({ id }) => shows.get(id) ?? [])).slice(0, columns * SHOWS_PER_COLUMN)
    if (chosen.length > 0) columnsUsed += 1
    const ids = new Set(chosen.map(({ id }) => id))
    for (const { id, eventId } of candidates) if (ids.has(id)) shown.add(eventId)
    return { ...period, shows: chosen.toSorted(byStart) }
  })
  const filled = elements.filter((part) => part.shows.length > 0)
  return { total: filled.length, elements: filled }
}

function soldOutLast(shows: readonly EventShow[]): EventShow[] {
  return shows.toSorted((one, other) => Number(isUnavailable(one)) - Number(isUnavailable(other)))
}

function isUnavailable({ availability }: EventShow): boolean {
  return availability === 'SOLD_OUT' || availability === 'OFF_SALE'
}

function byStart(one: EventShow, other: EventShow): number {
  return new Date(one.startTime).getTime() - new Date(other.startTime).getTime() || one.id - other.id
}
