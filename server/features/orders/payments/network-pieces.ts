import type { ProductId } from '#domain/ids.ts'
import { maxOfNetwork } from '#domain/network-share.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { countPiecesOfNetwork, selectUnpaidPieces } from './network-pieces.sql.ts'
import type { WayToPay } from './ways-to-pay.ts'

type Kind = WayToPay['kind']

/** The purposes of the hashes, so that orders of a network that wait for days take no room from payments at once. */
const PURPOSES = {
  manual: 'client network of unpaid orders',
  online: 'client network of online payments',
} satisfies Record<Kind, string>

/** Returns the keyed hash of a client network for its unpaid orders of a kind. Null if its share is not limited. */
export function limitedNetwork(
  { settings, tokens }: Pick<AppContext, 'settings' | 'tokens'>,
  { network, kind }: { network: string; kind: Kind },
): Buffer | null {
  return settings.MAX_SHARE_PER_NETWORK === undefined ? null : tokens.keyedHash(PURPOSES[kind], network)
}

type Pieces = { productId: ProductId; quantity: number }
type NewPieces = { clientNetwork: Buffer; kind: Kind; items: readonly Pieces[] }

/**
 * Throws `too_many_unpaid_orders` if the items exceed the pieces of a product that unpaid orders of a kind of a client
 * network may withhold. Called under the locks of the products, so that orders at once cannot exceed it together.
 */
export async function requireShareOfNetwork(
  tx: Tx,
  { MAX_SHARE_PER_NETWORK: sharePercent, MAX_UNPAID_PIECES }: AppContext['settings'],
  { clientNetwork, kind, items }: NewPieces,
): Promise<void> {
  if (sharePercent === undefined) return
  const productIds = [...new Set(items.map(({ productId }) => productId))]
  const held = await countPiecesOfNetwork(tx, clientNetwork, productIds)
  // Spares the count of all unpaid orders for the first one of a network.
  const further = productIds.filter((id) => held.has(id))
  if (further.length === 0) return
  for (const { productId, quantity } of items) held.set(productId, (held.get(productId) ?? 0) + quantity)
  for (const { id, name, stock, unpaid, itemsPerCustomer } of await selectUnpaidPieces(tx, further)) {
    const least = kind === 'manual' ? Math.min(MAX_UNPAID_PIECES, itemsPerCustomer) : itemsPerCustomer
    const limit = maxOfNetwork(stock + unpaid, sharePercent, least)
    if ((held.get(id) ?? 0) > limit) throw problem('too_many_unpaid_orders', { scope: 'network', limit, product: name })
  }
}
