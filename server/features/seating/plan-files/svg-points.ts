import type { Point } from '#domain/seating-plan/row-line.ts'

const NUMBER = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy
const FLAG = /[\s,]*([01])/y

/** The arguments of each path command: numbers (n), and flags (f) that need no separator. */
const ARGUMENTS: Record<string, string> = {
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
const COMMAND = /([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi

/** Returns the end points of a path's lines and curves. Throws a RangeError for an invalid path. */
export function pointsOfPath(path: string): Point[] {
  const points: Point[] = []
  let at: Point = [0, 0]
  let start = at
  for (const [, letter = '', rest = ''] of path.matchAll(COMMAND)) {
    const command = letter.toLowerCase()
    const kinds = ARGUMENTS[command]
    if (!kinds) at = start
    for (const numbers of kinds ? groupsIn(rest, kinds) : []) {
      at = endOf(command, numbers, { at, from: letter === command ? at : [0, 0] })
      if (command === 'm') start = at
      points.push(at)
    }
  }
  return points
}

/** Reads a list of points such as "0,0 10,0 5,8". Throws a RangeError for any other text. */
export function pointsOfList(list: string): Point[] {
  return groupsIn(list, 'nn').map(([x = 0, y = 0]) => [x, y])
}

/** Splits a text into groups of numbers and flags. Throws a RangeError for any other content. */
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

type Pen = { at: Point; from: Point }

/** Returns the end point of a command. `from` is the origin of its coordinates. */
function endOf(command: string, numbers: readonly number[], { at, from }: Pen): Point {
  const [x = 0, y = 0] = numbers.slice(-2)
  if (command === 'h') return [from[0] + x, at[1]]
  if (command === 'v') return [at[0], from[1] + x]
  return [from[0] + x, from[1] + y]
}
