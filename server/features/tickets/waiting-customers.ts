import type { ShowId, UserId } from '#domain/ids.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { rateOf } from '#domain/waiting-room.ts'
import type { Tx } from '#server/db/connection.ts'
import { selectPlacesInLine, selectRoom } from '#server/features/waiting-room/waiting-room.sql.ts'

/** Limits how soon a refused customer is asked to try again. */
const RETRY_AFTER_SECONDS = { least: 2, most: 600 }

/**
 * Returns why customers cannot reserve places of a show now: `waiting` for those without a pass. Reads nothing for a
 * show without a line.
 */
export async function objectionsToCustomers(
  tx: Tx,
  show: { id: ShowId; needsPass: boolean },
  userIds: readonly UserId[],
): Promise<Map<UserId, Problem>> {
  if (!show.needsPass || userIds.length === 0) return new Map()
  const [places, room] = await Promise.all([selectPlacesInLine(tx, show.id, userIds), selectRoom(tx, show.id)])
  const objections = userIds.flatMap((userId): [UserId, Problem][] => {
    const place = places.get(userId)
    if (place?.isPassValid) return []
    const isInLine = room !== undefined && place?.number != null && place.number > room.admittedNumber
    const ahead = isInLine ? (place.number ?? 0) - room.admittedNumber - 1 : null
    const seconds = Math.ceil(((ahead ?? 0) * 60) / (room ? rateOf(room) : 1))
    const retryAfterSeconds = Math.min(Math.max(seconds, RETRY_AFTER_SECONDS.least), RETRY_AFTER_SECONDS.most)
    return [[userId, problem('waiting', { ahead, retryAfterSeconds })]]
  })
  return new Map(objections)
}
