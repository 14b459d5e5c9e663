import type { SeatAvailability } from '../seat-availability.ts'
import { sectorAt } from '../seat-model.ts'
import type { MapTheme } from './map-options.ts'
import type { SeatIndex } from './seat-index.ts'
import { viewOfPlaces } from './shown-views.ts'
import { visiblePart, type Size, type View } from './view.ts'

type Plan = { readonly availability: SeatAvailability; readonly index: SeatIndex }

type Filter = Pick<MapTheme, 'shown' | 'kinds'>

/**
 * Returns the view of all free places that a filter shows. Undefined without a filter, if one of them is already on the
 * map, and if there are none.
 */
export function viewOfMatches({ availability, index }: Plan, filter: Filter, view: View, size: Size): View | undefined {
  const { model, free } = availability
  const { shown, kinds } = filter
  if (shown.size === 0 && kinds.size === 0) return undefined
  const isMatch = (place: number) => {
    if ((free[place] ?? 0) === 0) return false
    const kind = model.kinds.get(place)
    const isOfKind = kinds.size === 0 || (kind !== undefined && kinds.has(kind))
    return isOfKind && (shown.size === 0 || shown.has(sectorAt(model, place).priceClass))
  }
  if (index.within(visiblePart(view, size)).some(isMatch)) return undefined
  const matches = Array.from({ length: model.count }, (_, place) => place).filter(isMatch)
  if (matches.length === 0) return undefined
  return viewOfPlaces(model, matches, size)
}
