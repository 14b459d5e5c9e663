import type { Point } from '#domain/seating-plan/row-line.ts'

/** x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Applies a matrix to a point. */
export function transformed([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** Returns the four corners of a box around a centre. */
export function cornersAround(x: number, y: number, halfWidth: number, halfHeight: number): Point[] {
  return [-1, 1].flatMap((across) => [-1, 1].map((down): Point => [x + across * halfWidth, y + down * halfHeight]))
}

/** Multiplies two matrices. The second is applied first. */
export function multiplied([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f]
}

// Begins at the start of a word and crosses no bracket, so that damaged texts take no quadratic time.
const CALL = /(?<![a-zA-Z])([a-zA-Z]+)\s*\(([^()]*)\)/g

/** Reads an SVG `transform` attribute. Throws a RangeError for an invalid one. */
export function matrixOf(transform: string): Matrix {
  const matrices = Array.from(transform.matchAll(CALL), ([, name = '', list = '']) => {
    const numbers = list.split(/[\s,]+/).filter((part) => part !== '')
    return numbers.length > 0 ? FUNCTIONS[name]?.(numbers.map(Number)) : undefined
  })
  let whole = IDENTITY
  for (const inner of [...matrices, isAllCalls(transform) ? IDENTITY : undefined]) {
    if (!inner?.every(Number.isFinite)) throw new RangeError(`'${transform}' is no transform.`)
    whole = multiplied(whole, inner)
  }
  return whole
}

/** Tells whether a text contains nothing but function calls. */
function isAllCalls(transform: string): boolean {
  return /^[\s,]*$/.test(transform.replaceAll(CALL, ''))
}

const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]

const radians = (degrees: number) => (degrees * Math.PI) / 180

const FUNCTIONS: Record<string, (numbers: readonly number[]) => Matrix> = {
  matrix: ([a = Number.NaN, b = Number.NaN, c = Number.NaN, d = Number.NaN, e = Number.NaN, f = Number.NaN]) => [
    a,
    b,
    c,
    d,
    e,
    f,
  ],
  translate: ([x = 0, y = 0]) => translation(x, y),
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  rotate: ([degrees = 0, x = 0, y = 0]) => {
    const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))]
    return multiplied(multiplied(translation(x, y), [cos, sin, -sin, cos, 0, 0]), translation(-x, -y))
  },
  skewX: ([degrees = 0]) => [1, 0, Math.tan(radians(degrees)), 1, 0, 0],
  skewY: ([degrees = 0]) => [1, Math.tan(radians(degrees)), 0, 1, 0, 0],
}
