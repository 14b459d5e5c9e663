import type { Tokens } from '#server/features/auth/tokens.ts'

/** Longer than choosing seats and paying takes. */
const PERIOD_MS = 10 * 60_000
const PARTS = 2 ** 32

/**
 * Returns the luck of a client network at a time (milliseconds), from 0 to 1, which decides whose requests an
 * overloaded shop works on. It is equal at all servers, cannot be predicted, and changes every ten minutes, at a moment
 * that differs from network to network.
 */
export function luckOf(network: string, now: number, { keyedHash }: Pick<Tokens, 'keyedHash'>): number {
  const share = (text: string) => keyedHash('luck in an overload', text).readUInt32BE() / PARTS
  return share(`${network} ${Math.floor(now / PERIOD_MS + share(network))}`)
}
