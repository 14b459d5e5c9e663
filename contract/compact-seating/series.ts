/**
 * A column of numbers as pieces of equally spaced ones. In a piece `[count, rise, span]` the first number is `rise`
 * above the first of the piece before, and the last is `span` above the first. A single number is a piece of one: its
 * `rise`.
 */
export type Series = readonly (number | readonly [count: number, rise: number, span: number])[]

/** A piece of fewer numbers is shorter as single ones. */
const FEWEST_IN_PIECE = 5

type Precision = { readonly unit?: number; readonly tolerance?: number }

/** Writes numbers as whole units, `unit` units per 1. Those within a piece may be off by `tolerance` units. */
export function seriesOf(numbers: ArrayLike<number>, { unit = 1, tolerance = 0 }: Precision = {}): Series {
  const unitsAt = (at: number) => (numbers[at] ?? 0) * unit
  const series: (number | [number, number, number])[] = []
  let before = 0
  for (let at = 0; at < numbers.length;) {
    const first = Math.round(unitsAt(at))
    const spanOf = (count: number) => Math.round(unitsAt(at + count - 1)) - first
    const longest = longestThat(numbers.length - at, (count) => {
      const step = spanOf(count) / (count - 1)
      for (let i = 1; i < count; i++) if (!(Math.abs(first + step * i - unitsAt(at + i)) <= tolerance)) return false
      return true
    })
    const count = longest < FEWEST_IN_PIECE ? 1 : longest
    series.push(count === 1 ? first - before : [count, first - before, spanOf(count)])
    before = first
    at += count
  }
  return series
}

/** Fills a column. Throws a RangeError unless the series has exactly as many numbers. */
export function readSeries<Column extends Int32Array | Float32Array>(series: Series, column: Column, unit = 1): Column {
  let [at, first] = [0, 0]
  for (const piece of series) {
    const [count = 0, rise = 0, span = 0] = Array.isArray(piece) ? (piece as number[]) : [1, piece as number]
    const isPiece = Number.isInteger(count) && count > 0 && Number.isFinite(rise) && Number.isFinite(span)
    if (!isPiece || count > column.length - at) throw new RangeError('A column of the seating plan cannot be read')
    first += rise
    const step = count > 1 ? span / (count - 1) / unit : 0
    for (let i = 0; i < count; i++) column[at++] = first / unit + step * i
  }
  if (at < column.length) throw new RangeError('A column of the seating plan is too short')
  return column
}

/** Finds the longest beginning of `most` things that holds, by doubling and halving. One thing always does. */
export function longestThat(most: number, holds: (count: number) => boolean): number {
  let [longest, tooMany] = [1, most + 1]
  while (longest + 1 < tooMany) {
    const count = tooMany <= most ? (longest + tooMany) >> 1 : Math.min(2 * longest, most)
    if (holds(count)) longest = count
    else tooMany = count
  }
  return longest
}
