import type { Point } from '#domain/seating-plan/row-line.ts'

const NUMBER = String.raw`[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)`
const FLAG = String.raw`[\s,]*([01])`
const numbers = (count: number) => new RegExp(NUMBER.repeat(count), 'giy')

/** What follows a letter of a path, again and again. */
const STEPS: Record<string, RegExp> = {
  m: numbers(2),
  l: numbers(2),
  h: numbers(1),
  v: numbers(1),
  c: numbers(6),
  s: numbers(4),
  q: numbers(4),
  t: numbers(2),
  a: new RegExp(NUMBER.repeat(3) + FLAG.repeat(2) + NUMBER.repeat(2), 'giy'),
  z: /(?!)/g,
}
const LETTER = /([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi

/** Where the lines and curves of a path end: enough to tell where it lies. Throws a RangeError for what is no path. */
export function pointsOfPath(path: string): Point[] {
  const points: Point[] = []
  let at: Point = [0, 0]
  let start = at
  for (const [, letter = '', rest = ''] of path.matchAll(LETTER)) {
    const step = letter.toLowerCase()
    if (step === 'z') at = start
    for (const told of groupsIn(rest, STEPS[step] ?? numbers(2))) {
      at = endOf(step, told, { at, from: letter === step ? at : [0, 0] })
      if (step === 'm') start = at
      points.push(at)
    }
  }
  return points
}

/** The corners in "0,0 10,0 5,8". Throws a RangeError for what are none. */
export function pointsOfList(list: string): Point[] {
  return groupsIn(list, numbers(2)).map(([x = 0, y = 0]) => [x, y])
}

/** The groups of numbers that a text is made of, and of nothing else. */
function groupsIn(text: string, group: RegExp): number[][] {
  const found = Array.from(text.matchAll(group))
  const read = found.reduce((sum, [match]) => sum + match.length, 0)
  if (/[^\s,]/.test(text.slice(read))) throw new RangeError(`'${text.trim()}' are no points.`)
  return found.map((match) => match.slice(1).map(Number))
}

type Ground = { at: Point; from: Point }

function endOf(step: string, told: readonly number[], { at, from }: Ground): Point {
  const [x = 0, y = 0] = told.slice(-2)
  if (step === 'h') return [from[0] + x, at[1]]
  if (step === 'v') return [at[0], from[1] + x]
  return [from[0] + x, from[1] + y]
}
