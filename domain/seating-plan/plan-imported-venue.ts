import type { PlannedVenue } from '../seating-plan-geometry.ts'
import { type DrawnPlace, seatAt } from './drawn-places.ts'
import { type Box, boundsOf, cornersOfBox, middleOf, rounded, widened } from './box.ts'
import { type ImportedPlace, type ImportedSector, sectorsOf } from './imported-places.ts'
import { hullOf } from './hull.ts'
import { Behind, type Focus, type Side, sideTowards, withStage } from './stage-side.ts'
import { Objections } from './objections.ts'
import { plannedSector } from './planned-sector.ts'
import type { PriceList } from './price-list.ts'
import type { Point } from './row-line.ts'
import { usualDistance } from './usual-distance.ts'

/** A house as a file from elsewhere tells it. `stage`: what the audience looks at, if the file knows it. */
export type ImportedVenue = { name: string; places: readonly ImportedPlace[]; stage?: Box | undefined }

type PlanningOptions = { prices: PriceList; focus?: Focus | undefined }

/** Around the plan, in distances of seats. */
const MARGIN = 1.5

/** A seat that stands alone takes no more room than this, in usual distances of the house. */
const MOST_ROOM = 1.5

/**
 * Every sector and place of a found house. The audience looks at the middle of a side, unless the file says at what;
 * what is asked for counts more. Throws a RangeError of up to ten sentences when the file contradicts itself.
 */
export function planImportedVenue(
  { name, places, stage: found }: ImportedVenue,
  { prices, focus }: PlanningOptions,
): PlannedVenue {
  const objections = new Objections()
  const sectors = sectorsOf(places, objections)
  if (sectors.length === 0) objections.add('There are no places in this file.')
  prices.refuseUnknown(sectors, objections)
  objections.refuse()

  const housePitch = pitchOf(sectors)
  const laid = sectors.map((sector) => {
    const pitch = Math.min(usualDistance(seatPoints(sector)) ?? housePitch, housePitch * MOST_ROOM)
    return { sector, pitch, placed: [...seatsOf(sector, pitch), ...standingAt(sector, pitch)] }
  })
  const stage = focus ? undefined : found
  const around = [
    ...laid.flatMap(({ placed }) => placed.flatMap(({ box }) => cornersOfBox(box))),
    ...(stage ? cornersOfBox(stage) : []),
  ]
  const floor = around.length > 0 ? boundsOf(around) : { x: 0, y: 0, width: 20 * housePitch, height: 0 }
  const beyond = new Behind(floor, sideOf(focus, stage, floor), housePitch)
  for (const { sector, placed } of laid) placed.push(...unplaced(sector).map((place) => standing(place, beyond.next())))

  const { plan, eyes } = withStage(widened(beyond.floor, MARGIN * housePitch), stage ?? focus ?? 'top', housePitch)
  return {
    name,
    aspect: rounded(plan.width / plan.height),
    focalPoint: {
      x: rounded(((eyes[0] - plan.x) / plan.width) * 100),
      y: rounded(((eyes[1] - plan.y) / plan.height) * 100),
    },
    sectors: laid.map(({ sector, pitch, placed: unmoved }) => {
      const placed = unmoved.map((place) => ({ ...place, box: moved(place.box, plan) }))
      const corners = placed.flatMap(({ box }) => allCorners(widened(box, pitch / 2)))
      const pricePercent = prices.percentOf(sector)
      return plannedSector(
        { name: sector.name, isAvailable: true, pricePercent, placed, outline: hullOf(corners, pitch ** 2 / 1000) },
        { ...plan, pitch },
      )
    }),
  }
}

const PERCENT: Box = { x: 0, y: 0, width: 100, height: 100 }

/** The side on which the stage is. */
function sideOf(focus: Focus | undefined, stage: Box | undefined, floor: Box): Side {
  if (typeof focus === 'string') return focus
  if (focus) return sideTowards([focus.x, focus.y], PERCENT)
  return stage ? sideTowards(middleOf(stage), floor) : 'top'
}

function pitchOf(sectors: readonly ImportedSector[]): number {
  const known = usualDistance(sectors.flatMap(seatPoints))
  if (known) return known
  const { width, height } = boundsOf(sectors.flatMap(({ standing }) => standing.flatMap(cornersOf)))
  const longest = Math.max(width, height)
  return longest > 0 ? longest / 20 : 1
}

function seatPoints({ rows }: ImportedSector): Point[] {
  return rows.flatMap(({ seats }) => seats.map(({ at }) => at))
}

function seatsOf({ rows }: ImportedSector, pitch: number): DrawnPlace[] {
  return rows.flatMap(({ name, seats }) => seats.map(({ at, seatNumber }) => seatAt(at, pitch, name, seatNumber)))
}

function cornersOf({ at, standing }: ImportedPlace): Point[] {
  const [width, height] = standing?.size ?? [0, 0]
  return at ? cornersOfBox({ x: at[0] - width / 2, y: at[1] - height / 2, width, height }) : []
}

/** Room to stand where the file says; a person takes the room of a seat where it does not say how large it is. */
function standingAt(sector: ImportedSector, pitch: number): DrawnPlace[] {
  return sector.standing.flatMap((place) => {
    const side = Math.sqrt(place.standing?.capacity ?? 1) * pitch
    const [width, height] = place.standing?.size ?? [side, side]
    return place.at ? [standing(place, { x: place.at[0] - width / 2, y: place.at[1] - height / 2, width, height })] : []
  })
}

function unplaced({ standing }: ImportedSector): ImportedPlace[] {
  return standing.filter(({ at }) => !at)
}

function standing({ rowName, standing: room }: ImportedPlace, box: Box): DrawnPlace {
  return { placeType: 'STANDING', rowName, seatNumber: 0, capacity: room?.capacity ?? 1, box }
}

function moved(box: Box, plan: Box): Box {
  return { ...box, x: box.x - plan.x, y: box.y - plan.y }
}

function allCorners({ x, y, width, height }: Box): Point[] {
  return [...cornersOfBox({ x, y, width, height }), [x + width, y], [x, y + height]]
}
