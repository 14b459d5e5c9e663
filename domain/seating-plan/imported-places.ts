import type { Objections } from './objections.ts'
import type { Point } from './row-line.ts'
import { nearestDistances, usualOf } from './usual-distance.ts'

/** A seat so many usual distances from every other stands where a slip of the hand put it. */
const LOST = 100

/** Seats nearer than this share of the usual distance lie over each other. */
const OVERLAPPING = 0.2

/** A place as a file from elsewhere tells it, in any unit of length. */
export type ImportedPlace = {
  /** Where in the file it stands, for whoever has to mend it: "line 4". */
  where: string
  sectorName: string
  /** What decides the price, where that is not the sector. */
  category?: string | undefined
  rowName: string
  seatNumber?: number | undefined
  /** Its middle. Room to stand may have none. */
  at?: Point | undefined
  /** Of the show's price. */
  pricePercent?: number | undefined
  standing?: { capacity: number; size?: Point | undefined } | undefined
}

export type ImportedSeat = ImportedPlace & { at: Point; seatNumber: number }

export type ImportedRow = { name: string; seats: ImportedSeat[] }

export type ImportedSector = {
  name: string
  /** Names under which a price list may know it, the most particular first. */
  calledBy: readonly string[]
  pricePercent: number | undefined
  rows: ImportedRow[]
  standing: ImportedPlace[]
}

/**
 * The places by sector and row, in the order of the file; seats from the left end of their row to the right one, or from
 * the top down. A sector of several categories becomes one for each, for a price belongs to a sector.
 */
export function sectorsOf(places: readonly ImportedPlace[], objections: Objections): ImportedSector[] {
  refuseSharedPoints(places, objections)
  refuseOddDistances(places, objections)
  const bySector = Map.groupBy(places, ({ sectorName }) => sectorName)
  return [...bySector].flatMap(([sectorName, all]) => {
    const byCategory = Map.groupBy(all, ({ category }) => category ?? '')
    return Array.from(byCategory, ([category, members]) => {
      const name = byCategory.size > 1 && category ? `${sectorName}, ${category}` : sectorName
      return {
        name,
        calledBy: [name, category, sectorName].filter((known) => known !== ''),
        pricePercent: pricePercentOf(name, members, objections),
        rows: rowsOf(name, members, objections),
        standing: standingOf(name, members, objections),
      }
    })
  })
}

function pricePercentOf(sector: string, places: readonly ImportedPlace[], objections: Objections): number | undefined {
  const told = places.filter(({ pricePercent }) => pricePercent !== undefined)
  const other = told.find(({ pricePercent }) => pricePercent !== told[0]?.pricePercent)
  if (told[0] && other) {
    const [a, b] = [told[0], other].map(({ pricePercent, where }) => `${pricePercent} percent (${where})`)
    objections.add(`${sector}: ${a} and ${b}, but a price belongs to a whole sector.`)
  }
  return told[0]?.pricePercent
}

function rowsOf(sector: string, places: readonly ImportedPlace[], objections: Objections): ImportedRow[] {
  const seats = places.filter(({ standing }) => !standing)
  const rows = Array.from(
    Map.groupBy(seats, ({ rowName }) => rowName),
    ([name, members]) => ({ name, seats: numbered(`${sector}, row '${name}'`, inARow(members), objections) }),
  )
  const nameless = seats.filter(({ rowName }) => rowName === '')
  if (nameless.length > 0) {
    objections.add(`${sector}: ${nameless.length} seats are in no row, the first of them ${nameless[0]?.where}.`)
  }
  return rows
}

function numbered(row: string, seats: readonly ImportedSeat[], objections: Objections): ImportedSeat[] {
  const without = seats.filter(({ seatNumber }) => Number.isNaN(seatNumber))
  if (without.length === seats.length) return seats.map((seat, index) => ({ ...seat, seatNumber: index + 1 }))
  if (without[0]) {
    objections.add(`${row}: ${without.length} of ${seats.length} seats have no number, ${without[0].where} for one.`)
    return []
  }
  const first = new Map<number, ImportedSeat>()
  for (const seat of seats) {
    const { where } = first.get(seat.seatNumber) ?? {}
    if (where) objections.add(`${row}: two seats are called ${seat.seatNumber}, ${where} and ${seat.where}.`)
    else first.set(seat.seatNumber, seat)
  }
  return [...seats]
}

/** Seats from one end of their row to the other, along the direction in which they are spread most. */
function inARow(places: readonly ImportedPlace[]): ImportedSeat[] {
  const seats = places.flatMap((place) =>
    place.at ? [{ ...place, seatNumber: place.seatNumber ?? Number.NaN, at: place.at }] : [],
  )
  const mean = (part: (at: Point) => number) => seats.reduce((sum, { at }) => sum + part(at), 0) / seats.length
  const [middleX, middleY] = [mean(([x]) => x), mean(([, y]) => y)]
  const wide = mean(([x]) => (x - middleX) ** 2)
  const high = mean(([, y]) => (y - middleY) ** 2)
  const both = mean(([x, y]) => (x - middleX) * (y - middleY))
  const angle = Math.atan2(2 * both, wide - high) / 2
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  const forward = (Math.abs(dx) >= Math.abs(dy) ? dx : dy) >= 0 ? 1 : -1
  const along = ({ at: [x, y] }: ImportedSeat) => (x * dx + y * dy) * forward
  return seats.toSorted((a, b) => along(a) - along(b))
}

function standingOf(sector: string, places: readonly ImportedPlace[], objections: Objections): ImportedPlace[] {
  const standing = places.filter((place) => place.standing)
  for (const [name, [first, second]] of Map.groupBy(standing, ({ rowName }) => rowName)) {
    if (!first || !second) continue
    const called = name ? ` called '${name}'` : ''
    objections.add(`${sector}: there is room to stand${called} twice, ${first.where} and ${second.where}.`)
  }
  return standing
}

function refuseSharedPoints(places: readonly ImportedPlace[], objections: Objections): void {
  const first = new Map<string, ImportedPlace>()
  for (const place of places) {
    if (!place.at || place.standing) continue
    const point = place.at.join(' ')
    const { where } = first.get(point) ?? {}
    if (where) objections.add(`Two seats stand at the same point, ${where} and ${place.where}.`)
    else first.set(point, place)
  }
}

function refuseOddDistances(places: readonly ImportedPlace[], objections: Objections): void {
  const seats = places.flatMap(({ at, standing, where }) => (at && !standing ? [{ at, where }] : []))
  const distances = nearestDistances(seats.map(({ at }) => at))
  const usual = usualOf(distances) ?? Infinity
  for (const [index, { where }] of seats.entries()) {
    const distance = distances[index] ?? usual
    if (distance > LOST * usual && distance < Infinity) objections.add(`${where}: it is far away from all other seats.`)
    if (distance > 0 && distance < OVERLAPPING * usual) objections.add(`${where}: it lies over another seat.`)
  }
}
