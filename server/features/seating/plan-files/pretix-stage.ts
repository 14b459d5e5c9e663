import * as z from 'zod/mini'
import type { Point } from '#domain/seating-plan/row-line.ts'
import { measure } from './found-place.ts'
import { isStageName } from './found-stage.ts'
import { around, matrixOf, movedBy } from './svg-transform.ts'

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

/** Points around what the areas of a zone call the stage; `zone` is where it stands. All else is paint, and never wrong. */
export function stageIn(areas: unknown, zone: { x: number; y: number }): Point[] {
  return (Array.isArray(areas) ? areas : []).flatMap((drawn) => {
    const { data: stage } = area.safeParse(drawn)
    if (!stage || !isStageName(stage.text.text)) return []
    const { x, y } = stage.position
    const matrix = matrixOf(`translate(${zone.x + x}, ${zone.y + y}) rotate(${stage.rotation ?? 0})`)
    return outlineOf(stage).map((point) => movedBy(matrix, point))
  })
}

/** An area as seen from its own position: its corners, or the middle of its words where it has no shape. */
function outlineOf({ shape, rectangle, circle, ellipse, polygon, text }: Area): Point[] {
  if (shape === 'rectangle' && rectangle) {
    const [halfWidth, halfHeight] = [rectangle.width / 2, rectangle.height / 2]
    return around(halfWidth, halfHeight, halfWidth, halfHeight)
  }
  if (shape === 'circle' && circle) return around(0, 0, circle.radius, circle.radius)
  if (shape === 'ellipse' && ellipse) return around(0, 0, ellipse.radius.x, ellipse.radius.y)
  const points = shape === 'polygon' && polygon ? polygon.points : [text.position]
  return points.map(({ x, y }): Point => [x, y])
}
