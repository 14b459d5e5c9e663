import { boundsOf, type Box, type Point } from '#client/features/seating/box.ts'
import type { Scene } from '../draw/draw-target.ts'
import type { Size, View } from '../view.ts'
import type { RowLetter } from './row-letters.ts'

/** The width in css pixels of the transition from a margin to the seats. Cut numbers must not join the letters. */
const FADE = 16

/** The share of the map by which a tap on a margin moves the plan. */
const STEP_SHARE = 1 / 3

type Side = NonNullable<RowLetter['side']>

/** A margin at a side of the map, with the letters of rows of which no end is visible. It covers seats. */
export type RowMargin = { readonly side: Side; readonly box: Box }

/** Returns the margins that the letters at the sides of the map need, each as long as its side. */
export function rowMarginsOf(letters: readonly (readonly RowLetter[])[], { width, height }: Size): RowMargin[] {
  const sides = Map.groupBy(letters.flat(), (letter) => letter.side)
  return [...sides].flatMap(([side, own]) => {
    if (!side) return []
    const box = boundsOf(own.map((letter) => letter.box))
    const isBeside = side === 'left' || side === 'right'
    return { side, box: isBeside ? { ...box, y: 0, height } : { ...box, x: 0, width } }
  })
}

/** Clears the margins. On a seat, a letter would read as part of its number. */
export function clearMargins(
  ctx: CanvasRenderingContext2D,
  { palette: { surface } }: Scene,
  margins: readonly RowMargin[],
): void {
  for (const { side, box } of margins) {
    const { x, y, width, height } = box
    ctx.fillStyle = surface
    ctx.fillRect(x, y, width, height)
    const [right, down] = inwardOf(side)
    const edge = { x: right > 0 ? x + width : x, y: down > 0 ? y + height : y }
    const fade = ctx.createLinearGradient(edge.x, edge.y, edge.x + right * FADE, edge.y + down * FADE)
    fade.addColorStop(0, surface)
    fade.addColorStop(1, `${surface}00`)
    ctx.fillStyle = fade
    ctx.fillRect(
      ...([edge.x + Math.min(0, right * FADE), edge.y + Math.min(0, down * FADE)] as const),
      ...([right === 0 ? width : FADE, down === 0 ? height : FADE] as const),
    )
  }
}

/** Returns the margin at a point of the map. */
export function rowMarginAt(margins: readonly RowMargin[], { x, y }: Point): RowMargin | undefined {
  return margins.find(({ box }) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height)
}

/** Returns the view that shows the seats beyond a margin, which cannot be chosen there. */
export function viewBeyond({ side }: RowMargin, { k, x, y }: View, { width, height }: Size): View {
  const [right, down] = inwardOf(side)
  return { k, x: x + right * width * STEP_SHARE, y: y + down * height * STEP_SHARE }
}

/** Returns the direction from a side of the map to its middle, as [right, down]. */
function inwardOf(side: Side): readonly [number, number] {
  return ({ left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1] } as const)[side]
}
