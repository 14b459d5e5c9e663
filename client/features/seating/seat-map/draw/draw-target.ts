import type { PlaceKind } from '#domain/tickets/places.ts'
import type { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import type { SeatModel } from '#client/features/seating/seat-model.ts'
import type { Palette } from './palette.ts'
import type { SeatIndex } from '../seat-index.ts'

/** The content of the map. */
export type Scene = {
  readonly model: SeatModel
  readonly availability: SeatAvailability
  readonly palette: Palette
  /** The special kinds of seats that keep their colours while all other places are faded. */
  readonly highlight?: { readonly kinds: ReadonlySet<PlaceKind>; readonly palette: Palette } | undefined
  readonly index: SeatIndex
}

/** A canvas with scale and offset: a point of the plan lies at `scale * point + (x, y)` device pixels. */
export type DrawTarget = {
  readonly ctx: CanvasRenderingContext2D
  readonly scale: number
  readonly x: number
  readonly y: number
  /** Device pixels per css pixel. */
  readonly density: number
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

/** Creates an offscreen canvas of at least one pixel. */
export function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.ceil(width))
  canvas.height = Math.max(1, Math.ceil(height))
  return canvas
}

/** Returns the 2D context of a canvas. Throws if the browser has none. */
export function contextOf(canvas: HTMLCanvasElement, options: CanvasRenderingContext2DSettings) {
  const ctx = canvas.getContext('2d', options)
  if (!ctx) throw new Error('This browser has no canvas')
  return ctx
}
