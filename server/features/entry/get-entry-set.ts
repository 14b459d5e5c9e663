import type { EntrySet } from '#contract/entry.ts'
import { packPlaces, packTickets } from '#domain/entry-set.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectPublicKeys } from '#server/features/ticket-codes/ticket-keys.sql.ts'
import { liveKeyOf } from '#server/gateways/live-codes.ts'
import type { Device } from '#server/http/serve.ts'
import { PreparedAnswer } from '#server/http/prepared-answer.ts'
import {
  selectEntryShows,
  selectGatesOfShow,
  selectHouseOfShow,
  selectPlaces,
  selectSectors,
} from './entry-shows.sql.ts'
import { selectSetTickets } from './entry-tickets.sql.ts'
import { requireShow } from './require-show.ts'

/** Reads the set of a show: all that a device needs to judge its tickets without a network. Throws `forbidden`. */
export async function getEntrySet(context: AppContext, device: Device, showId: ShowId): Promise<PreparedAnswer> {
  requireShow(device, showId)
  const { db, settings } = context
  const [[show], house] = [await selectEntryShows(db, [showId]), await selectHouseOfShow(db, showId)]
  if (!show || !house) throw problem('forbidden')
  const set: EntrySet = {
    show: {
      ...show,
      startTime: show.startTime.toISOString(),
      endTime: show.endTime.toISOString(),
      doorsOpenAt: show.doorsOpenAt?.toISOString() ?? null,
    },
    liveKey: show.liveCodes ? liveKeyOf(context, showId).toString('base64url') : null,
    keys: (await selectPublicKeys(db))
      .filter(({ isRevoked }) => !isRevoked)
      .map(({ number, publicKey }) => ({ number, publicKey: publicKey.toString('base64url') })),
    gates: await selectGatesOfShow(db, showId),
    sectors: await selectSectors(db, house.seatingPlanId),
    places: packPlaces(await selectPlaces(db, house.seatingPlanId)),
    tickets: packTickets(await selectSetTickets(db, { showId, disputesBlock: settings.DISPUTE_BLOCKS_ENTRY })),
  }
  return (await PreparedAnswer.ofJson(set)).forOneClient()
}
