import { centreOf, overlaps, type Point } from '#client/features/seating/box.ts'
import { boxAt, isStanding, sectorAt } from '#client/features/seating/seat-model.ts'
import { radiusOf } from '../draw/draw-seats.ts'
import { minSelectablePitch, detailLevels, TAP_RADIUS, MIN_STANDING_SIZE } from '../draw/detail-levels.ts'
import type { Scene } from '../draw/draw-target.ts'
import { nameBoxOf } from '../draw/tables.ts'
import { rowMarginAt, type RowMargin } from '../labels/row-margins.ts'
import { mapPoint, planPoint, scaleToFit, viewAround, type Size, type View } from '../view.ts'

/** The margin in css pixels around the name of a table in which a tap is meant for the name. */
const NAME_MARGIN = 3

export type Pointer = { readonly at: Point; readonly type: string }

/**
 * Returns the place at a pointer: the seat below it in any state, else the nearest free seat within reach, but none at
 * the name of a table. Places below the margins of the map are hidden, and cannot be hit.
 */
export function placeUnder(
  scene: Scene,
  view: View,
  { at, type }: Pointer,
  margins: readonly RowMargin[] = [],
): number | undefined {
  if (rowMarginAt(margins, at)) return undefined
  const { model, availability, index } = scene
  const point = planPoint(view, at)
  if (view.k * model.pitch >= minSelectablePitch(type)) {
    const isSeat = (place: number) => !isStanding(model, place)
    const isHidden = (place: number) =>
      rowMarginAt(margins, mapPoint(view, centreOf(boxAt(model, place)))) !== undefined
    const isFree = (place: number) => isSeat(place) && (availability.free[place] ?? 0) > 0 && !isHidden(place)
    const hit = index.nearest(point, model.pitch, isSeat)
    if (hit !== undefined && isOn(scene, hit, point)) return hit
    if (isOnTableName(scene, view, point)) return undefined
    const nearest = index.nearest(point, TAP_RADIUS / view.k, isFree)
    if (nearest !== undefined) return nearest
  }
  return index.within({ ...point, width: 0, height: 0 }).find((place) => isLargeEnough(scene, place, view))
}

/** Returns the view after a tap that hits no place: first the whole sector, then its seats at a selectable size. */
export function closerView(scene: Scene, view: View, at: Point, size: Size): View | undefined {
  const { model, index } = scene
  const point = planPoint(view, at)
  const pitch = view.k * model.pitch
  const nearest = index.nearest(point, TAP_RADIUS / view.k, () => true)
  const sector = index.sectorAt(point) ?? (nearest === undefined ? undefined : sectorAt(model, nearest))
  if (!sector || pitch >= detailLevels.touch) return undefined
  const comfortable = detailLevels.comfortable / model.pitch
  const whole = scaleToFit(sector.box, size, 24)
  if (pitch >= detailLevels.round || whole < view.k * 1.3) return viewAround(point, comfortable, size)
  return viewAround(centreOf(sector.box), Math.min(whole, comfortable), size)
}

/** The share of the map around its middle in which a zoom should find seats. */
const ZOOM_SHARE = 0.5

/** Returns the nearest seat to a point of the plan if the middle of a map around it would show no places. */
export function nearestSeatOutside(
  { model, index }: Pick<Scene, 'model' | 'index'>,
  middle: Point,
  { width, height, k }: Size & Pick<View, 'k'>,
): Point | undefined {
  const [across, down] = [(width * ZOOM_SHARE) / k, (height * ZOOM_SHARE) / k]
  const around = { x: middle.x - across / 2, y: middle.y - down / 2, width: across, height: down }
  if (index.within(around).length > 0) return undefined
  const place = index.nearest(middle, Infinity, () => true)
  return place === undefined ? undefined : centreOf(boxAt(model, place))
}

function isOn(scene: Scene, place: number, { x, y }: Point): boolean {
  const { model } = scene
  return Math.hypot((model.x[place] ?? 0) - x, (model.y[place] ?? 0) - y) <= radiusOf(scene, place)
}

function isOnTableName({ index }: Scene, { k }: View, point: Point): boolean {
  const sector = index.sectorAt(point)
  return (
    sector !== undefined &&
    index.tables.in(sector).some((table) => {
      const box = nameBoxOf(table, k, NAME_MARGIN)
      return box !== undefined && overlaps(box, { ...point, width: 0, height: 0 })
    })
  )
}

function isLargeEnough({ model }: Scene, place: number, { k }: View): boolean {
  const [width = 0, height = 0] = [model.widths[place], model.heights[place]]
  return isStanding(model, place) && Math.min(width, height) * k >= MIN_STANDING_SIZE
}

/** Returns the sector at a pointer: that of the place there, else one whose seats are too small to point at. */
export function sectorUnder(
  { model, index }: Scene,
  view: View,
  { at }: Pointer,
  place: number | undefined,
): number | undefined {
  if (place !== undefined) return model.sectorOf[place]
  return view.k * model.pitch < detailLevels.round ? index.sectorAt(planPoint(view, at))?.index : undefined
}
