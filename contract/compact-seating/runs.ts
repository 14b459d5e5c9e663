/** Steps of the wire in one percent of a side. */
export const STEPS = 100

/** Steps of a bulge in the length of its chord. */
const BULGE_STEPS = 10_000

/** Beyond this many chords an arc is nearly a closed ring, and its chord says little. */
const MOST_BULGING = 100

/** A seat may stand so many steps beside the place that its run gives it. */
const TOLERANCE = 1

/** Seats at equal distances on a line or an arc: both ends in steps, and how far the middle bulges to the right. */
export type Run = {
  readonly count: number
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
  readonly bulge: number
}

/** What is told of a run of so many seats: a seat has no other end, two seats have no bulge. */
export function runParts(count: number) {
  return RUN_PARTS.slice(0, count === 1 ? 2 : count === 2 ? 4 : 5)
}

const RUN_PARTS = ['fromX', 'fromY', 'toX', 'toY', 'bulge'] as const

/** Centres of places in percent of their sector's box, and the height of that box divided by its width. */
export type Ground = { readonly x: Float32Array; readonly y: Float32Array; readonly shape: number }

/** A percentage as it arrives. */
export function toldPercent(percent: number): number {
  return Math.round(percent * STEPS) / STEPS
}

/** Height by width of a sector's box; what is no shape counts as a square. */
export function shapeOf(aspect: number, { width, height }: { width: number; height: number }): number {
  const shape = height / (width * aspect)
  return shape > 0 && shape < Infinity ? shape : 1
}

/** Stands the seats of a run on the ground, from place `first` on. */
export function layRun({ x, y, shape }: Ground, first: number, run: Run): void {
  const { count, fromX, fromY, toX, toY, bulge } = run
  const [dx, dy] = [(toX - fromX) / STEPS, (toY - fromY) / STEPS]
  const [middleX, middleY] = [(fromX + toX) / 2 / STEPS, (fromY + toY) / 2 / STEPS]
  const half = 2 * Math.atan((2 * bulge) / BULGE_STEPS)
  const [chord, depth] = [2 * Math.sin(half), Math.cos(half)]
  for (let seat = 0; seat < count; seat++) {
    const share = count > 1 ? (2 * seat) / (count - 1) - 1 : -1
    const along = bulge === 0 ? share / 2 : Math.sin(half * share) / chord
    const out = bulge === 0 ? 0 : (Math.cos(half * share) - depth) / chord
    x[first + seat] = middleX + dx * along - dy * shape * out
    y[first + seat] = middleY + dy * along + (dx / shape) * out
  }
}

/** The longest run that the seats from `first` to before `end` begin with. Any two seats are one. */
export function longestRun(ground: Ground, first: number, end: number): Run {
  const most = end - first
  let best = runThrough(ground, first, Math.min(2, most))
  let tooMany = most + 1
  while (best.count + 1 < tooMany) {
    const count = tooMany <= most ? (best.count + tooMany) >> 1 : Math.min(2 * best.count, most)
    const run = runThrough(ground, first, count)
    if (isTrue(ground, first, run)) best = run
    else tooMany = count
  }
  // Any three seats are nearly an arc. As two and one they keep step with those in the rows before and after.
  return best.count === 3 ? runThrough(ground, first, 2) : best
}

function runThrough(ground: Ground, first: number, count: number): Run {
  const stepsOf = (percent = 0) => Math.round(percent * STEPS)
  const last = first + count - 1
  return {
    count,
    fromX: stepsOf(ground.x[first]),
    fromY: stepsOf(ground.y[first]),
    toX: stepsOf(ground.x[last]),
    toY: stepsOf(ground.y[last]),
    bulge: count > 2 ? bulgeOf(ground, first, last) : 0,
  }
}

/** The bulge of the circle through both ends and the seat halfway between them. */
function bulgeOf({ x, y, shape }: Ground, first: number, last: number): number {
  const between = (first + last) >> 1
  const dx = (x[last] ?? 0) - (x[first] ?? 0)
  const dy = ((y[last] ?? 0) - (y[first] ?? 0)) * shape
  const chord = Math.hypot(dx, dy)
  if (chord * STEPS < 1) return 0
  const px = (x[between] ?? 0) - ((x[first] ?? 0) + (x[last] ?? 0)) / 2
  const py = ((y[between] ?? 0) - ((y[first] ?? 0) + (y[last] ?? 0)) / 2) * shape
  const along = (px * dx + py * dy) / chord
  const out = (py * dx - px * dy) / chord
  if (out === 0) return 0
  const centre = (along ** 2 + out ** 2 - chord ** 2 / 4) / (2 * out)
  const bulge = centre + Math.sign(out) * Math.hypot(chord / 2, centre)
  return Math.abs(bulge) > MOST_BULGING * chord ? 0 : Math.round((bulge / chord) * BULGE_STEPS)
}

/** Whether a run says of every seat from place `first` on where it stands. */
export function isTrue({ x, y, shape }: Ground, first: number, run: Run): boolean {
  const laid = { x: new Float32Array(run.count), y: new Float32Array(run.count), shape }
  layRun(laid, 0, run)
  const isOff = (told = 0, real = 0) => !(Math.abs(told - real) * STEPS <= TOLERANCE)
  for (let seat = 0; seat < run.count; seat++) {
    if (isOff(laid.x[seat], x[first + seat]) || isOff(laid.y[seat], y[first + seat])) return false
  }
  return true
}
