import type { Random } from '#server/demo/random.ts'
import type { Choose } from './interleave.ts'

/** A point of an order that has been reached: the transactions that were ready, and what followed each choice. */
type Point = { ready: readonly number[]; next: Map<number, Point>; isExhausted: boolean }

const newPoint = (): Point => ({ ready: [], next: new Map(), isExhausted: false })

/** Draws orders of statements at random, none twice, until all have been drawn. */
export class Orders {
  readonly #random: Random
  readonly #root = newPoint()
  #path: Point[] = []

  constructor(random: Random) {
    this.#random = random
  }

  get isExhausted(): boolean {
    return this.#root.isExhausted
  }

  /** Begins an order. Call `end` after it. */
  begin(): Choose {
    // Orders with few switches and with many find different faults.
    const stay = this.#random.pick([0.5, 0.8, 0.95])
    let point = this.#root
    let last: number | undefined
    this.#path = [point]
    return (ready) => {
      point.ready = ready
      const fresh = ready.filter((index) => !point.next.get(index)?.isExhausted)
      const candidates = fresh.length > 0 ? fresh : ready
      const stays = last !== undefined && candidates.includes(last) && this.#random.share() < stay
      const index = stays && last !== undefined ? last : this.#random.pick(candidates)
      last = index
      const next = point.next.get(index) ?? newPoint()
      point.next.set(index, next)
      point = next
      this.#path.push(point)
      return index
    }
  }

  end(): void {
    for (const point of this.#path.toReversed()) {
      point.isExhausted = point.ready.every((index) => point.next.get(index)?.isExhausted)
    }
  }
}

/** Runs the transactions one after the other, in the order of `sequence`. */
export const serially =
  (sequence: readonly number[]): Choose =>
  (ready) =>
    sequence.find((index) => ready.includes(index)) ?? 0

/** Lists the permutations of the first numbers. */
export function permutations(count: number): number[][] {
  if (count === 0) return [[]]
  return permutations(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
  )
}
