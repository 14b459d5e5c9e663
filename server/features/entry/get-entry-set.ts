import type { EntrySet } from '#contract/entry.ts'
import { packPlaces, packTickets } from '#domain/entry/entry-set.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectPublicKeys } from '#server/features/ticket-codes/ticket-keys.sql.ts'
import { liveKeyOf } from '#server/gateways/live-codes.ts'
import type { Device } from '#server/http/serve.ts'
import { PreparedAnswer } from '#server/http/answers/prepared-answer.ts'
import {
  selectEntryShows,
  selectGatesOfShow,
  selectVenueOfShow,
  selectPlaces,
  selectSectors,
} from './entry-shows.sql.ts'
import { selectSetTickets, selectTicketsFingerprint } from './entry-tickets.sql.ts'
import { requireShow } from './require-show.ts'

type Asking = { ifNoneMatch: string | undefined; device: Device; showId: ShowId }

/** The format of the set. Raise it when the set changes its form, so that devices fetch it anew. */
const FORMAT = 1

/**
 * Reads the set of a show: all that a device needs to judge its tickets without a network. A device that has the
 * current one costs no reading of tickets and places: a fingerprint stands for the tickets, and places never change.
 * The fingerprint is read before the tickets: a set newer than its ETag is fetched once more, an older one would stay.
 * Throws `forbidden`.
 */
export async function getEntrySet(
  context: AppContext,
  { ifNoneMatch, device, showId }: Asking,
): Promise<PreparedAnswer> {
  requireShow(device, showId)
  const { db, settings } = context
  const [[show], venue] = [await selectEntryShows(db, [showId]), await selectVenueOfShow(db, showId)]
  if (!show || !venue) throw problem('forbidden')
  const head: Omit<EntrySet, 'places' | 'tickets'> = {
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
    sectors: await selectSectors(db, venue.seatingPlanId),
  }
  const tickets = { showId, disputesBlock: settings.DISPUTE_BLOCKS_ENTRY }
  const version = { format: FORMAT, head, ...venue, tickets: await selectTicketsFingerprint(db, tickets) }
  return PreparedAnswer.ofVersion(ifNoneMatch, version, async () => {
    const set: EntrySet = {
      ...head,
      places: packPlaces(await selectPlaces(db, venue.seatingPlanId)),
      tickets: packTickets(await selectSetTickets(db, tickets)),
    }
    return set
  })
}
