import type { SeatModel } from '#client/features/seating/seat-model.ts'
import type { MapTheme } from '../map-options.ts'
import type { Scene } from './draw-target.ts'
import { NO_CLASS, paletteOf } from './palette.ts'

/** Returns the colours of a scene. While kinds of seats are shown, everything else is faded. */
export function coloursOf(
  { scheme, shown, kinds }: MapTheme,
  { priceClasses }: SeatModel,
): Pick<Scene, 'palette' | 'highlight'> {
  const paletteWith = (classes: ReadonlySet<number>) => paletteOf(scheme, priceClasses.length, classes)
  if (kinds.size === 0) return { palette: paletteWith(shown), highlight: undefined }
  return { palette: paletteWith(NO_CLASS), highlight: { kinds, palette: paletteWith(shown) } }
}
