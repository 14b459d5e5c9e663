import { PLACE_KINDS, type PlaceKind, type PlaceType } from '../tickets/places.ts'
import { type Box, boundingBoxOf } from './box.ts'
import { hasDirection, lengthOf, lineBetween, pointOn, type Point, type RowLine } from './row-line.ts'
import { expandNames, type Numbering, seatNumbers } from './row-names.ts'

/**
 * Rows between a first and a last one. `seats` is the number of seats for all rows or for each; without it a row is
 * filled. `aisles` are positions as shares of a row's length, 0 to 1. `without` lists seats to leave out, and
 * `kinds` the seats of a special kind.
 */
export type RowsDrawing = {
  names: string
  first: RowLine
  last?: RowLine | undefined
  seats?: number | readonly number[] | undefined
  pitch?: number | undefined
  aisles?: readonly number[] | undefined
  numbers?: Numbering | undefined
  firstNumber?: number | undefined
  without?: readonly string[] | undefined
  kinds?: KindsDrawing | undefined
}

/** The seats of each special kind, as in `['C 4-6', 'D 1']`. */
type KindsDrawing = Readonly<Partial<Record<PlaceKind, readonly string[] | undefined>>>

/**
 * Boxes or tables side by side along a line. `seats` counts the seats of a box by row, front row first. `kinds` lists
 * the seats of a special kind.
 */
export type BoxesDrawing = {
  names: string
  front: RowLine
  seats: readonly number[]
  pitch?: number | undefined
  kinds?: KindsDrawing | undefined
}

/** A standing area between two opposite corners. */
export type StandingDrawing = { name?: string | undefined; capacity: number; from: Point; to: Point }

export type Measures = { pitch: number; aisleWidth: number }

/** A place with its box in the unit of the drawing; metres in the shop's own format. */
export type DrawnPlace = {
  placeType: PlaceType
  rowName: string
  seatNumber: number
  capacity: number
  kind?: PlaceKind | undefined
  box: Box
}

/** Width of a seat as a share of the pitch. */
const SEAT_TO_PITCH = 0.82

const BOX_WALL_METRES = 0.25

/** Places the seats of all rows, row by row, each from its start to its end. */
export function seatsInRows(rows: RowsDrawing, measures: Measures): DrawnPlace[] {
  const names = expandNames(rows.names)
  const last = rows.last ?? rows.first
  if (names.length > 1 && !rows.last) throw new RangeError(`rows ${rows.names} need a last row`)
  if (names.length === 1 && rows.last) throw new RangeError(`row ${rows.names} is one row, and has a last one`)
  const pitch = rows.pitch ?? measures.pitch
  const leftOut = expandSeatNames(rows.without ?? [])
  const seats = names.flatMap((rowName, index) => {
    const line = lineBetween(rows.first, last, names.length === 1 ? 0 : index / (names.length - 1))
    if (!hasDirection(line)) throw new RangeError(`row ${rowName} begins where it ends`)
    const shares = sharesOfSeats(
      line,
      { pitch, aisleWidth: measures.aisleWidth },
      rows.aisles ?? [],
      seatCountOf(rows, index),
    )
    const numbers = seatNumbers(shares.length, rows.numbers ?? 'from start', rows.firstNumber)
    return shares.map((share, seat) => seatAt(pointOn(line, share), pitch, rowName, numbers[seat] ?? 0))
  })
  const kept = seats.filter(({ rowName, seatNumber }) => !leftOut.delete(`${rowName} ${seatNumber}`))
  for (const name of leftOut) throw new RangeError(`leaves out seat ${name}, which is not there`)
  return withKinds(kept, rows.kinds)
}

function withKinds(seats: readonly DrawnPlace[], kinds: KindsDrawing = {}): DrawnPlace[] {
  const kindOf = new Map<string, PlaceKind>()
  for (const kind of PLACE_KINDS) {
    for (const name of expandSeatNames(kinds[kind] ?? [])) {
      if (kindOf.has(name)) throw new RangeError(`gives seat ${name} two kinds`)
      kindOf.set(name, kind)
    }
  }
  const marked = seats.map((seat) => {
    const name = `${seat.rowName} ${seat.seatNumber}`
    const kind = kindOf.get(name)
    kindOf.delete(name)
    return kind ? { ...seat, kind } : seat
  })
  for (const name of kindOf.keys()) throw new RangeError(`gives a kind to seat ${name}, which is not there`)
  return marked
}

function seatCountOf({ seats, names }: RowsDrawing, index: number): number | undefined {
  if (seats === undefined || typeof seats === 'number') return seats
  const count = seats[index]
  if (count === undefined) throw new RangeError(`rows ${names} name ${seats.length} numbers of seats, too few`)
  return count
}

/**
 * Computes the positions of the seats of a row, as shares of its length. Fills each stretch between aisles from edge to
 * edge, or distributes `total` seats over the stretches by width.
 */
function sharesOfSeats(line: RowLine, measures: Measures, aisles: readonly number[], total?: number): number[] {
  const length = lengthOf(line)
  const halfAisle = measures.aisleWidth / 2 / length
  const stretches = [0, ...aisles.map((aisle) => aisle + halfAisle)].map((start, index) => {
    const aisle = aisles[index]
    const width = (aisle === undefined ? 1 : aisle - halfAisle) - start
    return { start, width, fits: Math.max(0, Math.floor((width * length) / measures.pitch + 1e-6)) }
  })
  const counts =
    total === undefined
      ? stretches.map(({ fits }) => fits)
      : apportion(
          total,
          stretches.map(({ width }) => width),
        )
  return stretches.flatMap(({ start, width }, index) => {
    const count = counts[index] ?? 0
    return Array.from({ length: count }, (_, seat) => start + ((seat + 0.5) / count) * width)
  })
}

/** Splits a number by weights into whole numbers that add up to it. */
function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let assigned = 0
  let weightSoFar = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const count = Math.round((total * weightSoFar) / sum) - assigned
    assigned += count
    return count
  })
}

/** Places the seats of all boxes, box by box, front row first. */
export function seatsInBoxes(drawing: BoxesDrawing, measures: Measures): DrawnPlace[] {
  const { names, front, seats, pitch: ownPitch, kinds } = drawing
  const pitch = ownPitch ?? measures.pitch
  const boxes = expandNames(names)
  if (!hasDirection(front)) throw new RangeError(`the front of ${names} begins where it ends`)
  const length = lengthOf(front)
  const innerWidth = length / boxes.length - BOX_WALL_METRES
  const places = boxes.flatMap((rowName, box) => {
    const numbers = seatNumbers(
      seats.reduce((a, b) => a + b, 0),
      'from start',
    )
    return seats.flatMap((count, depth) => {
      const spacing = Math.min(pitch, innerWidth / count)
      return Array.from({ length: count }, (_, seat) => {
        const share = (box + 0.5) / boxes.length + ((seat - (count - 1) / 2) * spacing) / length
        return seatAt(pointOn(front, share, depth * pitch), pitch, rowName, numbers.shift() ?? 0)
      })
    })
  })
  return withKinds(places, kinds)
}

/** Places a seat with its centre at a point. Its size follows from the pitch. */
export function seatAt([x, y]: Point, pitch: number, rowName: string, seatNumber: number): DrawnPlace {
  const side = pitch * SEAT_TO_PITCH
  return {
    placeType: 'SITTING',
    rowName,
    seatNumber,
    capacity: 1,
    box: { x: x - side / 2, y: y - side / 2, width: side, height: side },
  }
}

/** Makes the one place of a standing area, with the capacity of the area. */
export function standingPlace({ name = '', capacity, from, to }: StandingDrawing): DrawnPlace {
  return { placeType: 'STANDING', rowName: name, seatNumber: 0, capacity, box: boundingBoxOf([from, to]) }
}

/** Expands `['C 4-6', 'D 1']` to the names of single seats. */
function expandSeatNames(list: readonly string[]): Set<string> {
  return new Set(
    list.flatMap((item) => {
      const space = item.lastIndexOf(' ')
      return expandNames(item.slice(space + 1)).map((seat) => `${item.slice(0, space)} ${seat}`)
    }),
  )
}
