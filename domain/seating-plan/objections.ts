const MAX_SENTENCES = 10
const MAX_RANGES = 6

/** Objections of the same kind: the first sentence, and the lines of all of them if they name their lines. */
type Fault = { readonly sentence: string; readonly lines: number[] }

/** Collects everything wrong with a plan file, so that all of it is reported at once. */
export class Objections {
  /** By the sentence without its line and its quoted values. */
  readonly #faults = new Map<string, Fault>()

  add(sentence: string): void {
    const [, line, rest] = /^line (\d+): (.*)$/s.exec(sentence) ?? []
    const kind = rest === undefined ? sentence : rest.replaceAll(/'[^']*'/g, "''")
    const fault = this.#faults.get(kind) ?? { sentence, lines: [] }
    if (line !== undefined && fault.lines.at(-1) !== Number(line)) fault.lines.push(Number(line))
    this.#faults.set(kind, fault)
  }

  /** Throws the error of `toError` when there are objections. */
  throwIfAny(): void {
    if (this.#faults.size > 0) throw this.toError()
  }

  /** Makes a RangeError of up to ten sentences, one per line. A sentence names all lines with its fault. */
  toError(): RangeError {
    const shown = [...this.#faults.values()].slice(0, MAX_SENTENCES).map(sentenceOf)
    const more = this.#faults.size - shown.length
    return new RangeError([...shown, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n'))
  }
}

function sentenceOf({ sentence, lines: [, ...others] }: Fault): string {
  if (others.length === 0) return sentence
  const ranges = rangesOf(others)
  const shown = ranges.slice(0, MAX_RANGES).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  const rest = ranges.slice(MAX_RANGES).reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const also = rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
  return `${sentence} Likewise in ${others.length === 1 ? 'line' : 'lines'} ${also}.`
}

/** Joins ascending numbers to ranges: 3, 4, 7 are [3, 4] and [7, 7]. */
function rangesOf(numbers: readonly number[]): [first: number, last: number][] {
  const ranges: [first: number, last: number][] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range && range[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  return ranges
}
