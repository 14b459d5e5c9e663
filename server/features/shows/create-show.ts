import { messages } from '#contract/fields.ts'
import type { EventShow, NewShow } from '#contract/shows.ts'
import type { UserId } from '#domain/ids.ts'
import { type FieldProblem, problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectNow } from '#server/db/now.ts'
import { keepArtist } from '#server/features/artists/artists.sql.ts'
import { lockEvent, updateEventTimes } from '#server/features/events/events.sql.ts'
import { keepLocation } from '#server/features/locations/locations.sql.ts'
import { keepSeatingPlan } from '#server/features/seating/seating.sql.ts'
import { showOfRow } from './show-of-row.ts'
import { insertShow, selectShow } from './shows.sql.ts'

/** Creates a show of an event with the current VAT for tickets, and widens the event's times. */
export function createShow(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  by: UserId,
  input: NewShow,
): Promise<EventShow> {
  return inTransaction(db, async (tx) => {
    const fields = wrongTimes(input, await selectNow(tx))
    if (fields.length > 0) throw problem('invalid_fields', { fields })

    if (!(await lockEvent(tx, input.eventId))) throw problem('not_found', { what: 'event' })
    if (!(await keepLocation(tx, input.locationId))) throw problem('not_found', { what: 'location' })
    if (!(await keepArtist(tx, input.artistId))) throw problem('not_found', { what: 'artist' })
    if (!(await keepSeatingPlan(tx, input.seatingPlanId))) throw problem('not_found', { what: 'seating plan' })

    const showId = await insertShow(tx, { ...input, vatPercent: settings.VAT_TICKETS })
    await updateEventTimes(tx, input.eventId, input)
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'SHOW', id: showId, name: input.name, version: 1 } })
    const row = await selectShow(tx, showId)
    if (!row) throw new Error('The show that was just created does not exist.')
    return showOfRow(row)
  })
}

/** Checks that both times are in the future and the end is after the start (specification, section 5). */
function wrongTimes({ startTime, endTime }: NewShow, now: Date): FieldProblem[] {
  const wrong: FieldProblem[] = []
  if (startTime < now) wrong.push({ field: 'startTime', message: messages.past })
  if (endTime < now) wrong.push({ field: 'endTime', message: messages.past })
  else if (endTime <= startTime) wrong.push({ field: 'endTime', message: 'End date must be after start date' })
  return wrong
}
