import type { EventShow, NewShow } from '#contract/shows.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
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
import { wrongShowTimes } from './wrong-show-times.ts'

type Context = Pick<AppContext, 'db' | 'settings'>

/** Creates a show of an event with the current VAT for tickets, and widens the event's times. */
export function createShow({ db, settings }: Context, by: UserId, input: NewShow): Promise<EventShow> {
  return inTransaction(db, async (tx) => {
    const fields = wrongShowTimes(input, await selectNow(tx))
    if (fields.length > 0) throw problem('invalid_fields', { fields })

    if (!(await lockEvent(tx, input.eventId))) throw problem('not_found', { what: 'event' })
    if (!(await keepLocation(tx, input.locationId))) throw problem('not_found', { what: 'location' })
    if (!(await keepArtist(tx, input.artistId))) throw problem('not_found', { what: 'artist' })
    const plan = await keepSeatingPlan(tx, input.seatingPlanId)
    if (!plan) throw problem('not_found', { what: 'seating plan' })
    if (plan.retiredAt) throw problem('plan_retired', { name: plan.name })

    const id = await insertShow(tx, { ...input, vatPercent: settings.VAT_TICKETS })
    await updateEventTimes(tx, input.eventId)
    const row = await selectShow(tx, id)
    if (!row) throw new Error('The show that was just created does not exist.')
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'SHOW', id, name: row.name, version: 1 } })
    return showOfRow(row)
  })
}
