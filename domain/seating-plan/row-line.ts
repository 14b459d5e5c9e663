/** Metres from the left and from the top of the drawing. */
export type Point = readonly [x: number, y: number]

/**
 * A row as measured in the venue: its two ends, and how far its middle bows to the right of the direct way between
 * them, in metres. With the stage to the left of that direction, a positive bow curves around the stage.
 */
export type RowLine = { from: Point; to: Point; bow?: number | undefined }

/** Interpolates between two lines. Between two arcs around one centre, all lines are arcs around it. */
export function lineBetween(first: RowLine, last: RowLine, share: number): RowLine {
  return {
    from: pointBetween(first.from, last.from, share),
    to: pointBetween(first.to, last.to, share),
    bow: between(first.bow ?? 0, last.bow ?? 0, share),
  }
}

/** Computes the length of a line in metres, along its bow. */
export function lengthOf(line: RowLine): number {
  const { chord, halfAngle, radius } = arcOf(line)
  return radius === Infinity ? chord : 2 * radius * halfAngle
}

/**
 * Computes the point at a share of the line's length, moved to the right of its direction by `toTheRight` metres.
 * Shares below 0 and above 1 continue the same arc beyond the ends.
 */
export function pointOn(line: RowLine, share: number, toTheRight = 0): Point {
  const { chord, halfAngle, radius, along, right, side } = arcOf(line)
  if (radius === Infinity) {
    const distance = share * chord
    return [
      line.from[0] + along[0] * distance + right[0] * toTheRight,
      line.from[1] + along[1] * distance + right[1] * toTheRight,
    ]
  }
  const angle = (2 * share - 1) * halfAngle
  const middle = pointBetween(line.from, line.to, 0.5)
  const toCentre = (line.bow ?? 0) - side * radius
  const movedRadius = radius + side * toTheRight
  const outward = toCentre + side * movedRadius * Math.cos(angle)
  const sideways = movedRadius * Math.sin(angle)
  return [middle[0] + right[0] * outward + along[0] * sideways, middle[1] + right[1] * outward + along[1] * sideways]
}

/** Returns the number of corners at which the line, drawn as a polyline, still looks curved. */
export function cornerCountOf(line: RowLine): number {
  const { halfAngle } = arcOf(line)
  return halfAngle === 0 ? 2 : Math.max(3, Math.ceil((2 * halfAngle) / MAX_ANGLE_RADIANS) + 1)
}

/** Limits the angle of a segment of the polyline: 5 degrees. */
const MAX_ANGLE_RADIANS = Math.PI / 36

/** A smaller bow is none: the centre of its arc is too far away to compute with. */
const LEAST_BOW_METRES = 1e-6

/** Tells whether a line has a direction, because its ends differ. */
export function hasDirection(line: RowLine): boolean {
  return arcOf(line).chord > 0
}

/** Computes the arc of a line: `side` is 1 for a bow to the right, -1 to the left, and 0 for a straight line. */
function arcOf({ from, to, bow = 0 }: RowLine) {
  const chord = Math.hypot(to[0] - from[0], to[1] - from[1])
  const along: Point = [(to[0] - from[0]) / chord, (to[1] - from[1]) / chord]
  const right: Point = [-along[1], along[0]]
  const depth = Math.abs(bow) < LEAST_BOW_METRES ? 0 : Math.abs(bow)
  const halfAngle = 2 * Math.atan2(2 * depth, chord)
  const radius = depth === 0 ? Infinity : (chord ** 2 / 4 + depth ** 2) / (2 * depth)
  return { chord, along, right, halfAngle, radius, side: depth === 0 ? 0 : Math.sign(bow) }
}

function pointBetween(a: Point, b: Point, share: number): Point {
  return [between(a[0], b[0], share), between(a[1], b[1], share)]
}

function between(a: number, b: number, share: number): number {
  return a + (b - a) * share
}
