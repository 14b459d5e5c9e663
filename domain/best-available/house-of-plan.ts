import type { PlaceId } from '../ids.ts'
import { axisOf } from '../row-axis.ts'
import type { House, HouseSector } from './house.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

type PlanPlace = Box & { readonly id: PlaceId; readonly placeType: 'SITTING' | 'STANDING'; readonly rowName: string }

/** A plan as the wire has it: places in percent of their sector, sectors in percent of the plan. */
export type WirePlan = {
  readonly aspect: number
  readonly focalPoint: { readonly x: number; readonly y: number }
  readonly sectors: readonly (Box & { readonly places: readonly PlanPlace[] })[]
}

/** A plan as a house to sit in, and the id of each of its places. */
export function houseOfPlan({ aspect, focalPoint, sectors }: WirePlan): House & { placeIds: PlaceId[] } {
  const placeIds: PlaceId[] = []
  const x: number[] = []
  const y: number[] = []
  const put = (place: { readonly id: PlaceId; readonly x: number; readonly y: number }) => {
    x.push(place.x)
    y.push(place.y)
    return placeIds.push(place.id)
  }
  const laid = sectors.map((sector): HouseSector => {
    const first = placeIds.length
    const byRow = Map.groupBy(
      sector.places.map((place) => ({ ...place, ...middleOf(place, sector, aspect) })),
      ({ placeType, rowName }) => (placeType === 'STANDING' ? undefined : rowName),
    )
    const standing = byRow.get(undefined) ?? []
    byRow.delete(undefined)
    const axis = axisOf([...byRow.values()])
    const along = (place: { readonly x: number; readonly y: number }) => place.x * axis.x + place.y * axis.y
    const rows = [...byRow.values()].map((seats) => {
      const start = placeIds.length
      for (const seat of seats.toSorted((a, b) => along(a) - along(b))) put(seat)
      return { first: start, end: placeIds.length }
    })
    for (const place of standing) put(place)
    return { first, end: placeIds.length, rows }
  })
  return {
    placeIds,
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    focus: { x: focalPoint.x * aspect, y: focalPoint.y },
    sectors: laid,
  }
}

/** In percent of the plan's height. */
function middleOf(place: Box, sector: Box, aspect: number): { x: number; y: number } {
  return {
    x: (sector.x + ((place.x + place.width / 2) / 100) * sector.width) * aspect,
    y: sector.y + ((place.y + place.height / 2) / 100) * sector.height,
  }
}
