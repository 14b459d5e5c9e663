import * as z from 'zod/mini'
import type { Point } from '#domain/seating-plan/row-line.ts'
import { measure } from './imported-place.ts'
import { isStageName } from './imported-stage.ts'
import { cornersAround, matrixOf, transformed } from './svg-transform.ts'

const position = z.object({ x: measure, y: measure })

const area = z.object({
  position,
  rotation: z.optional(measure),
  shape: z.string(),
  text: z.object({ text: z.string(), position }),
  rectangle: z.optional(z.object({ width: measure, height: measure })),
  circle: z.optional(z.object({ radius: measure })),
  ellipse: z.optional(z.object({ radius: position })),
  polygon: z.optional(z.object({ points: z.array(position) })),
})
type Area = z.output<typeof area>

/**
 * Returns the outline points of the areas that are named as the stage. Ignores all others. `zone` is the zone's
 * position.
 */
export function stageIn(areas: unknown, zone: { x: number; y: number }): Point[] {
  return (Array.isArray(areas) ? areas : []).flatMap((candidate) => {
    const { data: stage } = area.safeParse(candidate)
    if (!stage || !isStageName(stage.text.text)) return []
    const { x, y } = stage.position
    const matrix = matrixOf(`translate(${zone.x + x}, ${zone.y + y}) rotate(${stage.rotation ?? 0})`)
    return outlineOf(stage).map((point) => transformed(matrix, point))
  })
}

/** Returns an area's corners, or the position of its text if it has no shape, relative to the area's position. */
function outlineOf({ shape, rectangle, circle, ellipse, polygon, text }: Area): Point[] {
  if (shape === 'rectangle' && rectangle) {
    const [halfWidth, halfHeight] = [rectangle.width / 2, rectangle.height / 2]
    return cornersAround(halfWidth, halfHeight, halfWidth, halfHeight)
  }
  if (shape === 'circle' && circle) return cornersAround(0, 0, circle.radius, circle.radius)
  if (shape === 'ellipse' && ellipse) return cornersAround(0, 0, ellipse.radius.x, ellipse.radius.y)
  const points = shape === 'polygon' && polygon ? polygon.points : [text.position]
  return points.map(({ x, y }): Point => [x, y])
}
