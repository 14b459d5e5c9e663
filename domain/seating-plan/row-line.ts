/** Metres from the left and from the top of the drawing. */
export type Point = readonly [x: number, y: number]

/**
 * A row as it is measured in a house: where it begins, where it ends, and how far its middle bows to the right of the
 * walk from one end to the other, in metres. Walk with the stage on your left, and a positive bow curves around it.
 */
export type RowLine = { from: Point; to: Point; bow?: number | undefined }

/** The line a share of the way from one line to another. Between two arcs around one centre lie only such arcs. */
export function lineBetween(first: RowLine, last: RowLine, share: number): RowLine {
  return {
    from: pointBetween(first.from, last.from, share),
    to: pointBetween(first.to, last.to, share),
    bow: between(first.bow ?? 0, last.bow ?? 0, share),
  }
}

/** Length of the line in metres, along its bow. */
export function lengthOf(line: RowLine): number {
  const { chord, halfAngle, radius } = shapeOf(line)
  return radius === Infinity ? chord : 2 * radius * halfAngle
}

/**
 * The point after a share of the line's length, moved so many metres to the right of the walk. Shares below 0 and
 * above 1 go on beyond the ends, on the same arc.
 */
export function pointOn(line: RowLine, share: number, toTheRight = 0): Point {
  const { chord, halfAngle, radius, along, right, side } = shapeOf(line)
  if (radius === Infinity) {
    const walked = share * chord
    return [
      line.from[0] + along[0] * walked + right[0] * toTheRight,
      line.from[1] + along[1] * walked + right[1] * toTheRight,
    ]
  }
  const angle = (2 * share - 1) * halfAngle
  const middle = pointBetween(line.from, line.to, 0.5)
  const toCentre = (line.bow ?? 0) - side * radius
  const reach = radius + side * toTheRight
  const outward = toCentre + side * reach * Math.cos(angle)
  const sideways = reach * Math.sin(angle)
  return [middle[0] + right[0] * outward + along[0] * sideways, middle[1] + right[1] * outward + along[1] * sideways]
}

/** So many corners that the line, drawn straight from one to the next, still looks bowed. */
export function cornersOf(line: RowLine): number {
  const { halfAngle } = shapeOf(line)
  return halfAngle === 0 ? 2 : Math.max(3, Math.ceil((2 * halfAngle) / SMOOTH) + 1)
}

const SMOOTH = Math.PI / 36

function shapeOf({ from, to, bow = 0 }: RowLine) {
  const chord = Math.hypot(to[0] - from[0], to[1] - from[1])
  const along: Point = [(to[0] - from[0]) / chord, (to[1] - from[1]) / chord]
  const right: Point = [-along[1], along[0]]
  const depth = Math.abs(bow)
  const halfAngle = 2 * Math.atan2(2 * depth, chord)
  const radius = depth === 0 ? Infinity : (chord ** 2 / 4 + depth ** 2) / (2 * depth)
  return { chord, along, right, halfAngle, radius, side: Math.sign(bow) }
}

function pointBetween(a: Point, b: Point, share: number): Point {
  return [between(a[0], b[0], share), between(a[1], b[1], share)]
}

function between(a: number, b: number, share: number): number {
  return a + (b - a) * share
}
