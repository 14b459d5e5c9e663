import { numberText } from '../number-text.ts'

/** The ways to number the seats of a row; `start` and `end` are the ends of its line. */
export const NUMBERINGS = [
  'from start',
  'from end',
  'odd from start',
  'odd from end',
  'even from start',
  'even from end',
  'odd and even from the middle',
] as const

export type Numbering = (typeof NUMBERINGS)[number]

/** More than a house has rows, and a row seats. */
const MOST_IN_RANGE = 1_000

const RANGE = /^(.*?)(\d+|[A-Z])-(\d+|[A-Z])$/

/**
 * Expands a list of names and ranges such as `'A-H, J-M'`, `'1-20'` or `'Box 1-6, Director'`, in order. Throws a
 * RangeError for an empty name, and for a range that is too long or runs backwards or from a letter to a number.
 */
export function expandNames(list: string): string[] {
  const names = list.split(',').flatMap((item) => namesOf(item.trim()))
  if (names.some((name) => name === '')) throw new RangeError(`'${list}' holds an empty name`)
  return names
}

function namesOf(item: string): string[] {
  const [, before = '', first = '', last = ''] = RANGE.exec(item) ?? []
  if (first === '') return [item]
  const isNumber = /\d/.test(first)
  if (isNumber !== /\d/.test(last)) throw new RangeError(`'${item}' runs from a letter to a number`)
  const [low, high] = isNumber ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)]
  if (low > high) throw new RangeError(`'${item}' runs backwards`)
  if (high - low >= MOST_IN_RANGE) throw new RangeError(`'${item}' has more than ${numberText(MOST_IN_RANGE)} names`)
  return Array.from({ length: high - low + 1 }, (_, index) => {
    const value = low + index
    return before + (isNumber ? String(value) : String.fromCharCode(value))
  })
}

/** Numbers the seats of a row. Returns the numbers in the order of the seats from its start. */
export function seatNumbers(count: number, numbering: Numbering, firstNumber = 1): number[] {
  if (numbering === 'odd and even from the middle') return fromTheMiddle(count)
  const step = numbering.startsWith('odd') || numbering.startsWith('even') ? 2 : 1
  const start = firstNumber + (numbering.startsWith('even') ? 1 : 0)
  const numbers = Array.from({ length: count }, (_, index) => start + index * step)
  return numbering.endsWith('end') ? numbers.toReversed() : numbers
}

function fromTheMiddle(count: number): number[] {
  const odd = Math.ceil(count / 2)
  return Array.from({ length: count }, (_, index) => (index < odd ? 2 * (odd - index) - 1 : 2 * (index - odd + 1)))
}
