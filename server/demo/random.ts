/** Pseudo-random numbers, the same sequence for the same seed. */
export type Random = {
  /** Returns a number from 0 (included) to 1 (excluded). */
  share(): number
  /** Returns a number from `low` (included) to `high` (excluded). */
  between(low: number, high: number): number
  /** Returns an integer from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** Returns one of the items. Throws a RangeError when there are none. */
  pick<Item>(items: readonly Item[]): Item
}

/** Creates a mulberry32 generator. Its state starts as the FNV-1a hash of the seed. */
export function randomFrom(seed: string): Random {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  const share = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number) => low + Math.floor(share() * (high - low + 1))
  return {
    share,
    between: (low, high) => low + share() * (high - low),
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}
