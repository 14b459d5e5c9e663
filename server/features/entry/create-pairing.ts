import type { createPairing as contract, NewPairing } from '#contract/admin-entry.ts'
import type { z } from 'zod/mini'
import { DEVICE_HOURS_AFTER_SHOW, PAIRING_MINUTES } from '#domain/entry/entry.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectGatesOfShow, selectPairedShows } from './entry-shows.sql.ts'
import { hashOfPairing, linkedCode, newPairingCode } from './pairing-codes.ts'
import { deleteExpiredPairings, insertPairing } from './pairings.sql.ts'

type Request = NewPairing & { by: UserId; showId: ShowId }

/**
 * Creates the code of a pairing. Throws `not_found` for unknown shows and gates and those of another location,
 * `show_over` when the scanner would have no access any more.
 */
export function createPairing(context: AppContext, request: Request): Promise<z.input<typeof contract.reply>> {
  const showIds = [...new Set([request.showId, ...request.furtherShowIds])]
  return inTransaction(context.db, async (tx) => {
    await requireOneVenue(tx, request, showIds)
    await deleteExpiredPairings(tx)
    const code = newPairingCode()
    const pairing = await insertPairing(tx, {
      ...{ codeHash: hashOfPairing(context, code), by: request.by, minutes: PAIRING_MINUTES },
      pairing: { ...request, gateId: request.gateId ?? null, showIds },
    })
    // One code of a hundred million is in use: the next attempt draws another.
    if (!pairing) throw problem('busy', { retryAfterSeconds: 1 })
    const { PUBLIC_URL: shop } = context.settings
    return { ...pairing, code, href: `${shop}scan#${linkedCode(context, code)}` }
  })
}

async function requireOneVenue(
  tx: Tx,
  { by, showId, gateId, name }: Request,
  showIds: readonly ShowId[],
): Promise<void> {
  const shows = await selectPairedShows(tx, showIds, DEVICE_HOURS_AFTER_SHOW)
  const show = shows.find(({ id }) => id === showId)
  if (!show || shows.some(({ locationId }) => locationId !== show.locationId) || shows.length < showIds.length) {
    throw problem('not_found', { what: 'show' })
  }
  if (show.isOver) throw problem('show_over')
  const gates = await selectGatesOfShow(tx, showId)
  if (gateId !== undefined && !gates.some(({ id }) => id === gateId)) throw problem('not_found', { what: 'gate' })
  await logChange(tx, {
    ...{ by, action: 'EDITED', record: { kind: 'SHOW', id: showId, name: showNameOf(show) } },
    changes: [{ field: 'device', from: null, to: name }],
  })
}
