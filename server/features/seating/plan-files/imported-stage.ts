import * as z from 'zod/mini'
import { type Box, boundingBoxOf, oppositeCornersOf } from '#domain/seating-plan/box.ts'
import type { Objections } from '#domain/seating-plan/objections.ts'
import type { Point } from '#domain/seating-plan/row-line.ts'
import { position, size } from './imported-place.ts'

const importedStage = z.object({ position, size: z.optional(size) })

/** The data of a stage as read from a file: its centre, and optionally its size. */
type ReadStage = { where: string; position?: Point | undefined; size?: Point | undefined }

const STAGE = /^(?:stage|screen|focus|bühne|leinwand)$/iu

/** Tells whether a name means the stage, such as "Stage", "BÜHNE / STAGE" or "stage_1". */
export function isStageName(text: string): boolean {
  const words = text
    .normalize('NFC')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  return words.length > 0 && words.every((word) => STAGE.test(word))
}

/** Returns the bounding box of a stage's points. Undefined without points. */
export function stageAround(points: readonly Point[]): Box | undefined {
  return points.length > 0 ? boundingBoxOf(points) : undefined
}

/** Returns two opposite corners of a stage. Returns none and adds objections for an invalid one. */
export function cornersOfStage({ where, ...read }: ReadStage, objections: Objections): Point[] {
  if (!read.position) objections.add(`${where}: the stage needs a position, x and y.`)
  const { success, data, error } = importedStage.safeParse({ position: [0, 0], ...read })
  if (!success)
    for (const { path, message } of error.issues) objections.add(`${where}: ${String(path[0])}: ${message}.`)
  if (!success) return []
  const {
    position: [x, y],
    size: [width, height] = [0, 0],
  } = data
  return oppositeCornersOf({ x: x - width / 2, y: y - height / 2, width, height })
}
