import { longestThat } from './series.ts'

/** A place may stand so far beside its run, in percent of its sector's box. */
export const TOLERANCE = 0.01

/** A row that has fewer places for each of its runs was placed by hand. */
const FEWEST_IN_RUN = 3

/** Places at equal distances on a line or an arc. */
export type Run = {
  readonly count: number
  /** The first and the last place, in percent of their sector's box. */
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
  /** Degrees by which the arc turns to the left from the first to the last place. A line does not turn. */
  readonly turn: number
}

/** Centres of places in percent of their sector's box, and the height of that box divided by its width. */
export type Ground = { readonly x: Float32Array; readonly y: Float32Array; readonly shape: number }

/** Divides the height of a sector's box by its width. A box without an area counts as a square. */
export function shapeOf(aspect: number, { width, height }: { width: number; height: number }): number {
  const shape = height / (width * aspect)
  return shape > 0 && shape < Infinity ? shape : 1
}

/** Puts the places of a run on the ground, from place `first` on. */
export function layRun({ x, y, shape }: Ground, first: number, { count, fromX, fromY, toX, toY, turn }: Run): void {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const [middleX, middleY] = [(fromX + toX) / 2, (fromY + toY) / 2]
  const half = (turn / 360) * Math.PI
  const [chord, depth] = [2 * Math.sin(half), Math.cos(half)]
  for (let i = 0; i < count; i++) {
    const share = count > 1 ? (2 * i) / (count - 1) - 1 : -1
    const along = half === 0 ? share / 2 : Math.sin(half * share) / chord
    const out = half === 0 ? 0 : (Math.cos(half * share) - depth) / chord
    x[first + i] = middleX + dx * along - dy * shape * out
    y[first + i] = middleY + dy * along + (dx / shape) * out
  }
}

/**
 * Cuts a row of places into runs. A row that was placed by hand is one straight run, and its places stand beside it.
 */
export function runsIn(ground: Ground, { first, end }: { first: number; end: number }): Run[] {
  const runs: Run[] = []
  for (let at = first; at < end;) {
    const from = at
    const count = longestThat(end - from, (count) => isTrue(ground, from, runThrough(ground, from, count)))
    runs.push(runThrough(ground, from, count))
    at += count
  }
  const isByHand = runs.length > 1 && runs.length * FEWEST_IN_RUN > end - first
  return isByHand ? [{ ...runThrough(ground, first, end - first), turn: 0 }] : runs
}

function runThrough({ x, y, shape }: Ground, first: number, count: number): Run {
  const [last, middle] = [first + count - 1, first + (count >> 1)]
  const [fromX = 0, fromY = 0, toX = 0, toY = 0] = [x[first], y[first], x[last], y[last]]
  const [middleX = 0, middleY = 0] = [x[middle], y[middle]]
  // The angle at which the middle sees both ends. From every place of an arc it is the same.
  const [ax, ay] = [fromX - middleX, (fromY - middleY) * shape]
  const [bx, by] = [toX - middleX, (toY - middleY) * shape]
  const seen = Math.atan2(ax * by - ay * bx, ax * bx + ay * by)
  const turn = count < 3 ? 0 : (360 * (Math.sign(seen) * Math.PI - seen)) / Math.PI
  return { count, fromX, fromY, toX, toY, turn }
}

/** Tells whether every place from `first` on stands where the run has it. */
function isTrue({ x, y, shape }: Ground, first: number, run: Run): boolean {
  const laid = { x: new Float32Array(run.count), y: new Float32Array(run.count), shape }
  layRun(laid, 0, run)
  const isNear = (a = 0, b = 0) => Math.abs(a - b) <= TOLERANCE
  return laid.x.every((laidX, i) => isNear(laidX, x[first + i]) && isNear(laid.y[i], y[first + i]))
}
