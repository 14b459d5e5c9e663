import { type Box, boundsOf } from './box.ts'
import { lengthOf, lineBetween, pointOn, type Point, type RowLine } from './row-line.ts'
import { namesIn, type Numbering, seatNumbers } from './row-names.ts'

/** Rows between a first and a last one. `aisles` are shares of a row's length, 0 to 1. */
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
}

/** Boxes or tables side by side along a line, each with so many seats in its front row, in the one behind, and so on. */
export type BoxesDrawing = { names: string; front: RowLine; seats: readonly number[]; pitch?: number | undefined }

/** Room to stand between two opposite corners. */
export type StandingDrawing = { name?: string | undefined; capacity: number; from: Point; to: Point }

export type Measures = { pitch: number; aisleWidth: number }

/** A place with its box in metres, or in whatever unit its plan has. */
export type DrawnPlace = {
  placeType: 'SITTING' | 'STANDING'
  rowName: string
  seatNumber: number
  capacity: number
  box: Box
}

const SEAT_TO_PITCH = 0.82
const BOX_WALL = 0.25

/** The seats of all rows, row by row, each from its start to its end. */
export function seatsInRows(rows: RowsDrawing, measures: Measures): DrawnPlace[] {
  const names = namesIn(rows.names)
  const last = rows.last ?? rows.first
  if (names.length > 1 && !rows.last) throw new RangeError(`rows ${rows.names} need a last row`)
  if (names.length === 1 && rows.last) throw new RangeError(`row ${rows.names} is one row, and has a last one`)
  const pitch = rows.pitch ?? measures.pitch
  const missing = missingSeats(rows.without ?? [])
  const seats = names.flatMap((rowName, index) => {
    const line = lineBetween(rows.first, last, names.length === 1 ? 0 : index / (names.length - 1))
    const shares = sharesOfSeats(
      line,
      { pitch, aisleWidth: measures.aisleWidth },
      rows.aisles ?? [],
      seatsOf(rows, index),
    )
    const numbers = seatNumbers(shares.length, rows.numbers ?? 'from start', rows.firstNumber)
    return shares.map((share, seat) => seatAt(pointOn(line, share), pitch, rowName, numbers[seat] ?? 0))
  })
  const kept = seats.filter(({ rowName, seatNumber }) => !missing.delete(`${rowName} ${seatNumber}`))
  for (const name of missing) throw new RangeError(`leaves out seat ${name}, which is not there`)
  return kept
}

function seatsOf({ seats, names }: RowsDrawing, index: number): number | undefined {
  if (seats === undefined || typeof seats === 'number') return seats
  const count = seats[index]
  if (count === undefined) throw new RangeError(`rows ${names} name ${seats.length} numbers of seats, too few`)
  return count
}

/** Where the seats of a row stand, as shares of its length: each stretch between aisles is filled from edge to edge. */
function sharesOfSeats(line: RowLine, measures: Measures, aisles: readonly number[], wanted?: number): number[] {
  const length = lengthOf(line)
  const half = measures.aisleWidth / 2 / length
  const stretches = [0, ...aisles.map((aisle) => aisle + half)].map((start, index) => {
    const aisle = aisles[index]
    const width = (aisle === undefined ? 1 : aisle - half) - start
    return { start, width, fits: Math.max(0, Math.floor((width * length) / measures.pitch + 1e-6)) }
  })
  const counts =
    wanted === undefined
      ? stretches.map(({ fits }) => fits)
      : split(
          wanted,
          stretches.map(({ width }) => width),
        )
  return stretches.flatMap(({ start, width }, index) => {
    const count = counts[index] ?? 0
    return Array.from({ length: count }, (_, seat) => start + ((seat + 0.5) / count) * width)
  })
}

/** Splits a number by weights into whole numbers that add up to it. */
function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let given = 0
  let weighed = 0
  return weights.map((weight) => {
    weighed += weight
    const count = Math.round((total * weighed) / sum) - given
    given += count
    return count
  })
}

/** The seats of all boxes, box by box, front row first. */
export function seatsInBoxes({ names, front, seats, pitch: ownPitch }: BoxesDrawing, measures: Measures): DrawnPlace[] {
  const pitch = ownPitch ?? measures.pitch
  const boxes = namesIn(names)
  const length = lengthOf(front)
  const room = length / boxes.length - BOX_WALL
  return boxes.flatMap((rowName, box) => {
    const numbers = seatNumbers(
      seats.reduce((a, b) => a + b, 0),
      'from start',
    )
    return seats.flatMap((count, depth) => {
      const spacing = Math.min(pitch, room / count)
      return Array.from({ length: count }, (_, seat) => {
        const share = (box + 0.5) / boxes.length + ((seat - (count - 1) / 2) * spacing) / length
        return seatAt(pointOn(front, share, depth * pitch), pitch, rowName, numbers.shift() ?? 0)
      })
    })
  })
}

/** A seat with its middle at a point, where seats have so much room. */
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

/** The one place of a standing area; it holds as many people as its capacity. */
export function standingPlace({ name = '', capacity, from, to }: StandingDrawing): DrawnPlace {
  return { placeType: 'STANDING', rowName: name, seatNumber: 0, capacity, box: boundsOf([from, to]) }
}

/** `['C 4-6', 'D 1']` as the names of single seats. */
function missingSeats(list: readonly string[]): Set<string> {
  return new Set(
    list.flatMap((item) => {
      const cut = item.lastIndexOf(' ')
      return namesIn(item.slice(cut + 1)).map((seat) => `${item.slice(0, cut)} ${seat}`)
    }),
  )
}
