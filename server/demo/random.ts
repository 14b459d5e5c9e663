/** Numbers that look like chance and are the same for the same seed. */
export type Random = {
  /** From 0 up to, not including, 1. */
  share(): number
  /** From one number up to another. */
  between(low: number, high: number): number
  /** A whole number from one up to and including another. */
  whole(low: number, high: number): number
  /** One of these. */
  pick<Item>(items: readonly Item[]): Item
}

/** Chance that begins at a text: the mulberry32 generator, started by an FNV-1a hash. */
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
