import { type Focus, SIDES } from '#domain/seating-plan/stage-side.ts'

const POINT = /^\s*(\d+(?:\.\d+)?)\s*%?\s*,\s*(\d+(?:\.\d+)?)\s*%?\s*$/

/**
 * Reads the focal point from a side such as "bottom", or from a point in percent from the left and the top such as
 * "50,10". Throws a RangeError for any other text.
 */
export function readFocus(text: string): Focus {
  const side = SIDES.find((known) => known === text)
  if (side) return side
  const [x = Number.NaN, y = Number.NaN] = POINT.exec(text)?.slice(1).map(Number) ?? []
  if (x <= 100 && y <= 100) return { x, y }
  throw new RangeError(
    `--focus is top, bottom, left or right, or a point in percent of the drawing such as 50,10, not '${text}'.`,
  )
}
