import { minSelectablePitch } from './draw/detail-levels.ts'
import type { Scene } from './draw/draw-target.ts'
import type { MapPainter } from './draw/map-painter.ts'
import type { Drawn } from './map-options.ts'
import type { View } from './view.ts'

/** Describes what a view shows for the pointer of this device. */
export function drawnAt({ k }: View, { model }: Scene, painter: MapPainter): Drawn {
  const pointer = matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse'
  return { keyed: painter.keyedSectors, needsZoom: k * model.pitch < minSelectablePitch(pointer) }
}
