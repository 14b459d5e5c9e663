import type { Point } from '#domain/seating-plan/row-line.ts'

const NUMBER = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy
const FLAG = /[\s,]*([01])/y

/** What follows a letter of a path, again and again: numbers, and flags that may stand without a gap. */
const STEPS: Record<string, string> = {
  m: 'nn',
  l: 'nn',
  h: 'n',
  v: 'n',
  c: 'nnnnnn',
  s: 'nnnn',
  q: 'nnnn',
  t: 'nn',
  a: 'nnnffnn',
}
const LETTER = /([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi

/** Where the lines and curves of a path end: enough to tell where it lies. Throws a RangeError for what is no path. */
export function pointsOfPath(path: string): Point[] {
  const points: Point[] = []
  let at: Point = [0, 0]
  let start = at
  for (const [, letter = '', rest = ''] of path.matchAll(LETTER)) {
    const step = letter.toLowerCase()
    const kinds = STEPS[step]
    if (!kinds) at = start
    for (const told of kinds ? groupsIn(rest, kinds) : []) {
      at = endOf(step, told, { at, from: letter === step ? at : [0, 0] })
      if (step === 'm') start = at
      points.push(at)
    }
  }
  return points
}

/** The corners in "0,0 10,0 5,8". Throws a RangeError for what are none. */
export function pointsOfList(list: string): Point[] {
  return groupsIn(list, 'nn').map(([x = 0, y = 0]) => [x, y])
}

/** The groups of such numbers and flags that a text is made of, and of nothing else. */
function groupsIn(text: string, kinds: string): number[][] {
  const groups: number[][] = []
  let read = 0
  let group: number[] = []
  for (;;) {
    const pattern = kinds[group.length] === 'f' ? FLAG : NUMBER
    pattern.lastIndex = read
    const [match = '', number] = pattern.exec(text) ?? []
    if (number === undefined) break
    read += match.length
    if (group.length === 0) groups.push(group)
    group.push(Number(number))
    if (group.length === kinds.length) group = []
  }
  if (group.length > 0 || /[^\s,]/.test(text.slice(read))) throw new RangeError(`'${text.trim()}' are no points.`)
  return groups
}

type Ground = { at: Point; from: Point }

/** Where a step ends; `from` is what its numbers count from. */
function endOf(step: string, told: readonly number[], { at, from }: Ground): Point {
  const [x = 0, y = 0] = told.slice(-2)
  if (step === 'h') return [from[0] + x, at[1]]
  if (step === 'v') return [at[0], from[1] + x]
  return [from[0] + x, from[1] + y]
}
