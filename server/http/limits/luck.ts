import { LRUCache } from 'lru-cache'
import type { Tokens } from '#server/features/auth/tokens.ts'

/** Longer than choosing seats and paying takes. */
const PERIOD_MS = 10 * 60_000
const PARTS = 2 ** 32
/** More than an overload of one process has networks. Remembered hashes spare a sixth of the work of a refusal. */
const REMEMBERED = 50_000

/**
 * Returns the function that tells the luck of a client network at a time (milliseconds), from 0 to 1, which decides
 * whose requests an overloaded shop works on. It is equal at all servers, cannot be predicted, and changes every ten
 * minutes, at a moment that differs from network to network.
 */
export function luckWith({ keyedHash }: Pick<Tokens, 'keyedHash'>): (network: string, now: number) => number {
  const shares = new LRUCache<string, number>({ max: REMEMBERED })
  const share = (text: string) => {
    const known = shares.get(text)
    if (known !== undefined) return known
    const found = keyedHash('luck in an overload', text).readUInt32BE() / PARTS
    shares.set(text, found)
    return found
  }
  return (network, now) => share(`${network} ${Math.floor(now / PERIOD_MS + share(network))}`)
}
