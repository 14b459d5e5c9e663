import { LRUCache } from 'lru-cache'
import type { Arrival } from '#contract/waiting-room.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { hasStarted } from '#domain/tickets/reservations.ts'
import { LONGEST_PASS_MINUTES, needsPass, NEW_ROOM, PASS_MINUTES, placesLeft, type Room } from '#domain/waiting-room.ts'
import { cacheForASecond, cacheForTenTimesItsCost } from '#server/concurrency/async-cache.ts'
import { Batcher } from '#server/concurrency/batcher.ts'
import { Semaphore } from '#server/concurrency/semaphore.ts'
import type { AppContext } from '#server/context.ts'
import { isFaultOfAll, type Tx } from '#server/db/connection.ts'
import { inBatchTransaction } from '#server/db/batch-transaction.ts'
import { connectionsFor, LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { countBookablePlaces } from '#server/features/tickets/show-places.sql.ts'
import { advanceLine, drawLot, isBeforeSale, type ShowOfRoom } from './advance-line.ts'
import { type Line, lineOf } from './read-line.ts'
import { countTaken } from './places-left.sql.ts'
import {
  extendPasses,
  insertIntoLot,
  insertNumbers,
  insertRoom,
  lockRoom,
  moveLineIntoLot,
  selectPlacesInLine,
  selectShowOfRoom,
  type WaitingPlace,
} from './waiting-room.sql.ts'

const LIMITS = { size: 500, lanes: 1, maxWaiting: 20_000, isShared: isFaultOfAll }
const MAX_SHOWS = 1_000
/** The life of a count of the places of a show, of which a stadium has 50,000. They hardly ever change. */
const CAPACITY_MS = 60_000
/** Limits the batches of all shows that run at once: further lanes of the server are left to purchases. */
const MOST_AT_ONCE = 2

/** `placesLeft` is missing unless it was read with the place. */
type Place = Omit<Arrival, 'line'> & { line: Line & { placesLeft?: 'NONE' } }
type Visitor = { userId: UserId; showId: ShowId; viewer: { isStaff: boolean; isEmailVerified: boolean } }

/**
 * Returns a function that lets a customer arrive at a show, together with all who arrive at the same time. The customer
 * keeps a number or a valid pass, which lasts longer then, and else gets the next number. Before the start of the sale,
 * the customer takes part in the draw. A sold-out show has no line. Customers who lack a confirmed address that they
 * need get no place: throws `email_not_verified` if the show has a line or a draw, and lets them look at it otherwise.
 */
export function arrivingTogether(context: AppContext): (visitor: Visitor) => Promise<Arrival> {
  const { db, settings } = context
  const lanes = connectionsFor('batched', settings.DATABASE_POOL)
  const running = Math.max(1, Math.min(MOST_AT_ONCE, lanes - 1))
  const turns = new Semaphore({ running, waitMs: LONGEST_WAIT_MS })
  const batchers = new LRUCache<ShowId, Batcher<UserId, Place>>({ max: MAX_SHOWS })
  const capacityOf = cacheForTenTimesItsCost((showId: ShowId) => countBookablePlaces(db, showId), {
    keyOf: (showId) => showId,
    max: MAX_SHOWS,
    leastMs: CAPACITY_MS,
  })
  const showOf = cacheForASecond(async (showId: ShowId) => {
    const [show, taken, capacity] = await Promise.all([
      selectShowOfRoom(db, showId),
      countTaken(db, showId),
      capacityOf(showId),
    ])
    return show && { ...show, placesLeft: placesLeft({ ...taken, capacity }) }
  })
  return async ({ showId, userId, viewer }) => {
    const show = await stillThere(db, { kind: 'SHOW', id: showId }, await showOf(showId))
    if (!show.isPublished && !viewer.isStaff) throw problem('not_found', { what: 'show' })
    const { placesLeft: left } = show
    const isSoldOut = left === 'NONE' && !isBeforeSale(show)
    if (show.cancelledAt || show.isSaleOver || hasStarted(show, show.now) || isSoldOut) {
      return { state: 'OPEN', line: { ...lineOf(undefined, { needsPass: false }), placesLeft: left } }
    }
    if (!viewer.isEmailVerified) {
      if (show.needsPass || isBeforeSale(show)) throw problem('email_not_verified')
      return { state: 'OPEN', line: { ...lineOf(undefined, show), placesLeft: left } }
    }
    const limits = { ...LIMITS, keyOf: (id: UserId) => id }
    const batcher =
      batchers.get(showId) ??
      new Batcher<UserId, Place>(limits, (userIds) =>
        turns.run(async () => {
          const capacity = await capacityOf(showId)
          return inBatchTransaction(context, (tx) => arriveTogether(tx, { showId, capacity, userIds }))
        }),
      )
    batchers.set(showId, batcher)
    const { line, ...place } = await batcher.ask(userId)
    return { ...place, line: { placesLeft: left, ...line } }
  }
}

type Arrivals = { showId: ShowId; capacity: number; userIds: readonly UserId[] }

/** Locks the room, then the places in the line. */
async function arriveTogether(tx: Tx, { showId, capacity, userIds }: Arrivals): Promise<Place[]> {
  const locked = (await lockRoom(tx, showId)) ?? (await lockNewRoom(tx, showId))
  // Read after the lock, so that the time does not go back.
  const show = await stillThere(tx, { kind: 'SHOW', id: showId }, await selectShowOfRoom(tx, showId))
  const open = lineOf(locked, show)
  if (locked.mode === 'OFF') return userIds.map(() => ({ state: 'OPEN', line: open }))
  const canClose = !show.needsPass && !isBeforeSale(show)
  // A count of a moment ago would open the line again.
  if (canClose && placesLeft({ ...(await countTaken(tx, showId)), capacity }) === 'NONE') {
    return userIds.map(() => ({ state: 'OPEN', line: { ...open, placesLeft: 'NONE' } }))
  }
  const room = await advanceLine(tx, showId, {
    show,
    room: await addToLine(tx, showId, { room: locked, show, userIds }),
  })
  await extendPasses(tx, showId, { userIds, minutes: PASS_MINUTES, longestMinutes: LONGEST_PASS_MINUTES })
  const places = await selectPlacesInLine(tx, showId, userIds)
  const line = lineOf(room, { needsPass: needsPass(room, show.needsPass) })
  return userIds.map((userId) => placeOf(places.get(userId), line))
}

async function lockNewRoom(tx: Tx, showId: ShowId): Promise<Room> {
  await insertRoom(tx, showId, NEW_ROOM)
  return stillThere(tx, { kind: 'SHOW', id: showId }, await lockRoom(tx, showId))
}

type Adding = { room: Room; show: ShowOfRoom; userIds: readonly UserId[] }

async function addToLine(tx: Tx, showId: ShowId, { room, show, userIds }: Adding): Promise<Room> {
  if (isBeforeSale(show)) {
    const { lastNumber, admittedNumber, lotSize } = room
    // People who waited when the start was moved take part in the draw. Their numbers would hold up the line after it.
    const moved = lastNumber > admittedNumber ? await moveLineIntoLot(tx, showId) : 0
    const added = await insertIntoLot(tx, showId, userIds)
    return { ...room, admittedNumber: lastNumber, lotSize: lotSize + moved + added }
  }
  // Those who were there before the start come before those who arrive now.
  const drawn = await drawLot(tx, showId, { room, show })
  const { lastNumber } = drawn
  return { ...drawn, lastNumber: lastNumber + (await insertNumbers(tx, showId, { userIds, lastNumber })) }
}

function placeOf(place: WaitingPlace | undefined, line: Line): Place {
  if (!place) throw new Error('A customer who has arrived has no place in the line.')
  const { number, passUntil, isPassValid } = place
  if (number === null) return { state: 'LOT', line }
  return isPassValid && passUntil ? { state: 'ADMITTED', number, passUntil, line } : { state: 'WAITING', number, line }
}
