import * as z from 'zod/mini'
import { type Box, boundingBoxOf, oppositeCornersOf } from '#domain/seating-plan/box.ts'
import type { Objections } from '#domain/seating-plan/objections.ts'
import type { Point } from '#domain/seating-plan/row-line.ts'
import { position, size } from './found-place.ts'

const foundStage = z.object({ position, size: z.optional(size) })

/** What a reader has read of a stage: its middle, and perhaps how large it is. */
type ReadStage = { where: string; position?: Point | undefined; size?: Point | undefined }

const STAGE = /^(?:stage|screen|focus|bühne|leinwand)$/iu

/** Whether these words are what files call the place everybody looks at: "Stage", "BÜHNE / STAGE", "stage_1". */
export function isStageName(text: string): boolean {
  const words = text
    .normalize('NFC')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  return words.length > 0 && words.every((word) => STAGE.test(word))
}

/** The box around whatever a file calls its stage, if it does. */
export function stageAround(points: readonly Point[]): Box | undefined {
  return points.length > 0 ? boundingBoxOf(points) : undefined
}

/** Two opposite corners of a stage, or nothing and a sentence for whatever stands against it. */
export function cornersOfStage({ where, ...read }: ReadStage, objections: Objections): Point[] {
  if (!read.position) objections.add(`${where}: the stage needs a position, x and y.`)
  const { success, data, error } = foundStage.safeParse({ position: [0, 0], ...read })
  if (!success)
    for (const { path, message } of error.issues) objections.add(`${where}: ${String(path[0])}: ${message}.`)
  if (!success) return []
  const {
    position: [x, y],
    size: [width, height] = [0, 0],
  } = data
  return oppositeCornersOf({ x: x - width / 2, y: y - height / 2, width, height })
}
