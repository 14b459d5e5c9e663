import type { AdminShow, ChangedShow } from '#contract/admin-shows.ts'
import { changesBetween } from '#domain/change-log.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { problem, type FieldProblem } from '#domain/problem.ts'
import { movedSaleEnd, objectionsToSaleStart, saleStartMessages } from '#domain/shows/publication.ts'
import { hasStarted, PICK_UP_MINUTES } from '#domain/tickets/reservations.ts'
import { isToldToCustomers, objectionsToRefundOffer, objectionsToShowChange } from '#domain/shows/show-changes.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockCustomers } from '#server/db/customer-lock.ts'
import { editable } from '#server/db/edited-record.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { selectNow } from '#server/db/now.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepArtist } from '#server/features/artists/artists.sql.ts'
import { lockEvent, updateEventTimes } from '#server/features/events/events.sql.ts'
import { keepLocation } from '#server/features/locations/locations.sql.ts'
import { enqueueShowChangeMails } from '#server/features/mail/show-changes/show-changes.sql.ts'
import { keepSeatingPlan } from '#server/features/seating/seating.sql.ts'
import { readAdminShow } from './admin-shows.ts'
import {
  countTicketsOfShow,
  deleteRestOfShow,
  lockShow,
  lockTicketsOfShow,
  moveEndOfRefunds,
  moveReservationsOfShow,
  selectBuyersOfShow,
  selectEventOfShow,
  updateShow,
} from './admin-shows.sql.ts'
import { listShowChanges } from './list-show-changes.ts'
import { restartAdmissions } from './restart-admissions.ts'
import { selectShow, type ShowFields } from './shows.sql.ts'
import { wrongShowTimes } from './wrong-show-times.ts'

/** A time that no edit takes: requests end long before. */
const LONGEST_EDIT_MS = 10 * 60 * 1000

type Context = Pick<AppContext, 'db' | 'settings'>
type Edit = ChangedShow & { id: ShowId }

/**
 * Replaces the fields of a show. Tickets and reservations keep their prices. A new time, artist or location is mailed
 * to every customer with a ticket or a reservation, and must be confirmed if there are any; with it, refunds can be
 * offered until a time after the start. Throws `changed_meanwhile`
 * if the version is not the current one, `show_cancelled` for a cancelled show.
 */
export function editShow({ db, settings }: Context, by: UserId, edit: Edit): Promise<AdminShow> {
  const { id, version, isConfirmed = false, refundsUntil, ...wanted } = edit
  return inTransaction(db, async (tx) => {
    const shown = await selectShow(tx, id)
    if (shown) await lockSpendersBeforeStart(tx, id, shown.startTime)
    const eventId = await selectEventOfShow(tx, id)
    if (eventId) await lockEvent(tx, eventId)
    const timeZone = shown?.timeZone
    const before = await editable(tx, { kind: 'SHOW', id, timeZone }, await lockShow(tx, id), version)
    if (before.cancelledAt) throw problem('show_cancelled')
    const changes = changesBetween(before, wanted)
    if (!eventId || changes.length === 0) return saved(tx, id)
    const changed = changes.map(({ field }) => field)
    await keepParts(tx, wanted)
    await lockTicketsOfShow(tx, id)
    // Again, for those who bought since. Such a lock comes too late for the lock order, so a deadlock repeats the edit.
    await lockSpendersBeforeStart(tx, id, before.startTime)

    const tickets = await countTicketsOfShow(tx, id)
    const now = await selectNow(tx)
    const { saleStartsAt } = before
    const saleEndsAt = movedSaleEnd(before, wanted.startTime, now)
    const fields = [
      ...objectionsToShowChange(changed, {
        hasStarted: hasStarted({ startsAt: before.startTime }, now),
        tickets: tickets.live + tickets.refunded,
      }),
      ...objectionsToRefundOffer(refundsUntil, wanted.startTime),
      ...wrongShowTimes(wanted, now).filter(({ field }) => changed.includes(field)),
      ...(changed.includes('startTime') ? objectionsToShowStart({ ...wanted, saleStartsAt, saleEndsAt }) : []),
    ]
    if (fields.length > 0) throw problem('invalid_fields', { fields: firstOfEach(fields) })
    const isTold = isToldToCustomers(changed) && tickets.customers + tickets.unreachable > 0
    if (isTold && !isConfirmed) {
      const { ofCustomers, customers, unreachable } = tickets
      throw problem('change_needs_confirmation', { tickets: ofCustomers, customers, unreachable })
    }

    const shownBefore = await selectShow(tx, id)
    if (changed.includes('seatingPlanId')) await deleteRestOfShow(tx, id)
    await updateShow(tx, id, { ...wanted, saleEndsAt })
    if (changed.includes('startTime')) {
      const { RESERVATION_MINUTES: lifeMinutes } = settings
      await restartAdmissions(tx, id, { from: before.startTime, to: wanted.startTime })
      await moveReservationsOfShow(tx, id, { to: wanted.startTime, pickUpMinutes: PICK_UP_MINUTES, lifeMinutes })
      // A payment's customer is locked before a show, so its deadline moves in a transaction of its own.
      await enqueue(tx, 'move-deadlines', { showId: id })
    }
    const until = (isTold && refundsUntil) || null
    if (until || changed.includes('startTime')) {
      await moveEndOfRefunds(tx, id, { from: before.startTime, to: wanted.startTime, until })
    }
    await updateEventTimes(tx, eventId)

    const shownAfter = await selectShow(tx, id)
    if (!shownBefore || !shownAfter) throw new Error('The show that was just changed is not there.')
    if (isTold) await enqueueShowChangeMails(tx, id, listShowChanges(shownBefore, shownAfter))
    const record = { kind: 'SHOW', id, name: wanted.name, version: version + 1 } as const
    await logChange(tx, {
      by,
      action: 'EDITED',
      record,
      changes: [
        ...changes,
        ...changesBetween({ saleEndsAt: before.saleEndsAt }, { saleEndsAt }),
        ...changesBetween({}, { refundsUntil: until }),
      ],
    })
    return saved(tx, id)
  })
}

/**
 * Locks the buyers of a show that starts soon. Their points of its tickets count from the start, which may pass during
 * the edit: without the lock they could spend points that the edit takes back.
 */
async function lockSpendersBeforeStart(tx: Tx, id: ShowId, startTime: Date): Promise<void> {
  const leftMs = startTime.getTime() - (await selectNow(tx)).getTime()
  if (leftMs > 0 && leftMs < LONGEST_EDIT_MS) await lockCustomers(tx, await selectBuyersOfShow(tx, id))
}

/** Keeps the parts of a show from being deleted until the transaction ends. Throws `not_found` for an unknown one. */
async function keepParts(tx: Tx, { locationId, artistId, seatingPlanId }: ShowFields): Promise<void> {
  if (!(await keepLocation(tx, locationId))) throw problem('not_found', { what: 'location' })
  if (!(await keepArtist(tx, artistId))) throw problem('not_found', { what: 'artist' })
  if (!(await keepSeatingPlan(tx, seatingPlanId))) throw problem('not_found', { what: 'seating plan' })
}

/** Requires that a show still starts, and its sale ends, after the sale has started. */
function objectionsToShowStart(show: Parameters<typeof objectionsToSaleStart>[0]): FieldProblem[] {
  if (objectionsToSaleStart(show).length === 0) return []
  const isBeforeSale = objectionsToSaleStart({ ...show, saleEndsAt: null }).length > 0
  return [{ field: 'startTime', message: saleStartMessages[isBeforeSale ? 'showBeforeSale' : 'endBeforeSale'] }]
}

function firstOfEach<Field extends { field: string }>(fields: readonly Field[]): Field[] {
  return fields.filter(({ field }, at) => fields.findIndex((other) => other.field === field) === at)
}

async function saved(tx: Tx, id: ShowId): Promise<AdminShow> {
  const show = await readAdminShow(tx, id)
  if (!show) throw new Error('The show that was just saved is not there.')
  return show
}
