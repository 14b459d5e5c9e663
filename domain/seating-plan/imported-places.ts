import type { PlaceKind } from '../tickets/places.ts'
import type { Objections } from './objections.ts'
import type { Point } from './row-line.ts'
import { medianDistance, neighbourDistances } from './neighbour-distances.ts'

/** A seat this many median distances from every other is an outlier, drawn there by mistake. */
const OUTLIER_FACTOR = 100

/** Seats nearer to each other than this share of the median distance overlap. */
const OVERLAP_FACTOR = 0.2

/** A place read from a plan file of another program, in any unit of length. */
export type ImportedPlace = {
  /** Its position in the file, for error messages: "line 4". */
  where: string
  sectorName: string
  /** The price category, in formats where that decides the price. */
  category?: string | undefined
  rowName: string
  /** NaN or undefined when the seat has no number. */
  seatNumber?: number | undefined
  /** The centre. Only standing places may lack it. */
  at?: Point | undefined
  /** Percent of the show's price. */
  pricePercent?: number | undefined
  kind?: PlaceKind | undefined
  standing?: { capacity: number; size?: Point | undefined } | undefined
}

export type ImportedSeat = ImportedPlace & { at: Point; seatNumber: number }

export type ImportedRow = { name: string; seats: ImportedSeat[] }

export type ImportedSector = {
  name: string
  /** Names under which a price list may refer to the sector, the most specific first. */
  priceNames: readonly string[]
  pricePercent: number | undefined
  rows: ImportedRow[]
  standing: ImportedPlace[]
}

/**
 * Groups places by sector and row, in the order of the file. Seats are sorted from left to right along their row, or
 * from top to bottom. A sector with several price categories becomes one sector for each, because a price belongs to a
 * sector.
 */
export function groupIntoSectors(places: readonly ImportedPlace[], objections: Objections): ImportedSector[] {
  checkSharedPoints(places, objections)
  checkDistances(places, objections)
  const bySector = Map.groupBy(places, ({ sectorName }) => sectorName)
  return [...bySector].flatMap(([sectorName, all]) => {
    const byCategory = Map.groupBy(all, ({ category }) => category ?? '')
    return Array.from(byCategory, ([category, members]) => {
      const name = byCategory.size > 1 && category ? `${sectorName}, ${category}` : sectorName
      return {
        name,
        priceNames: [name, category, sectorName].filter((known) => known !== ''),
        pricePercent: pricePercentOf(name, members, objections),
        rows: rowsOf(name, members, objections),
        standing: standingOf(name, members, objections),
      }
    })
  })
}

function pricePercentOf(sector: string, places: readonly ImportedPlace[], objections: Objections): number | undefined {
  const priced = places.filter(({ pricePercent }) => pricePercent !== undefined)
  const other = priced.find(({ pricePercent }) => pricePercent !== priced[0]?.pricePercent)
  if (priced[0] && other) {
    const [a, b] = [priced[0], other].map(({ pricePercent, where }) => `${pricePercent} percent (${where})`)
    objections.add(`${sector}: ${a} and ${b}, but a price belongs to a whole sector.`)
  }
  return priced[0]?.pricePercent
}

function rowsOf(sector: string, places: readonly ImportedPlace[], objections: Objections): ImportedRow[] {
  const seats = places.filter(({ standing }) => !standing)
  const rows = Array.from(
    Map.groupBy(seats, ({ rowName }) => rowName),
    ([name, members]) => ({
      name,
      seats: withNumbers(`${sector}, row '${name}'`, sortedAlongRow(members), objections),
    }),
  )
  const nameless = seats.filter(({ rowName }) => rowName === '')
  if (nameless.length > 0) {
    objections.add(`${sector}: ${nameless.length} seats are in no row, the first of them ${nameless[0]?.where}.`)
  }
  return rows
}

/** Numbers the seats of a row from 1 when none has a number. Objects when only some have one, or two have the same. */
function withNumbers(row: string, seats: readonly ImportedSeat[], objections: Objections): ImportedSeat[] {
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

/** Sorts seats from one end of their row to the other, along the principal axis of their positions. */
function sortedAlongRow(places: readonly ImportedPlace[]): ImportedSeat[] {
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

function checkSharedPoints(places: readonly ImportedPlace[], objections: Objections): void {
  const first = new Map<string, ImportedPlace>()
  for (const place of places) {
    if (!place.at || place.standing) continue
    const point = place.at.join(' ')
    const { where } = first.get(point) ?? {}
    if (where) objections.add(`Two seats stand at the same point, ${where} and ${place.where}.`)
    else first.set(point, place)
  }
}

/** Objects to outliers and to overlapping seats. */
function checkDistances(places: readonly ImportedPlace[], objections: Objections): void {
  const seats = places.flatMap(({ at, standing, where }) => (at && !standing ? [{ at, where }] : []))
  const distances = neighbourDistances(seats.map(({ at }) => at))
  const median = medianDistance(distances) ?? Infinity
  for (const [index, { where }] of seats.entries()) {
    const distance = distances[index] ?? median
    const isOutlier = distance > OUTLIER_FACTOR * median && distance < Infinity
    if (isOutlier) objections.add(`${where}: it is far away from all other seats.`)
    if (distance > 0 && distance < OVERLAP_FACTOR * median) objections.add(`${where}: it lies over another seat.`)
  }
}
