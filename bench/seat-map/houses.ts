import { seatingPlanFile, type SeatingPlanFile } from '#contract/seating-plan-file.ts'

/** How a house of so many seats is built: rings of sectors around the pitch, each of so many rows of so many seats. */
const houses = {
  500: { rings: 1, sectors: 2, rows: 10, seats: 25 },
  5_000: { rings: 1, sectors: 20, rows: 10, seats: 25 },
  20_000: { rings: 2, sectors: 40, rows: 20, seats: 25 },
  100_000: { rings: 3, sectors: 160, rows: 25, seats: 25 },
} as const

export type HouseSize = keyof typeof houses

export const houseSizes = [500, 5_000, 20_000, 100_000] as const satisfies HouseSize[]

const PITCH = 0.5
const ROW_DEPTH = 0.8
const AISLE = 2

/** A round stadium of exactly so many seats, every sector at another angle. */
export function houseOf(size: HouseSize): SeatingPlanFile {
  const { rings, sectors, rows, seats } = houses[size]
  const [width, depth] = [seats * PITCH + AISLE, rows * ROW_DEPTH + AISLE]
  const inner = innerRadius(rings, sectors, { width, depth })
  const side = 2 * (inner + rings * depth + AISLE)
  const rounds = sectorsOfRings(rings, sectors, { width, depth, inner })
  return seatingPlanFile.parse({
    name: `House of ${size}`,
    width: side,
    height: side,
    focus: [side / 2, side / 2],
    pitch: PITCH,
    sectors: rounds.flatMap((count, ring) =>
      Array.from({ length: count }, (_, at) => {
        const angle = (2 * Math.PI * at) / count
        const line = (row: number) => {
          const radius = inner + ring * depth + row * ROW_DEPTH
          const half = (seats * PITCH) / 2
          const point = (along: number) => [
            side / 2 + radius * Math.cos(angle) - along * Math.sin(angle),
            side / 2 + radius * Math.sin(angle) + along * Math.cos(angle),
          ]
          return { from: point(-half), to: point(half) }
        }
        return {
          name: `Sector ${ring + 1}${String(at + 1).padStart(2, '0')}`,
          pricePercent: 160 - 40 * ring - 10 * (at % 2),
          rows: [{ names: `1-${rows}`, first: line(0), last: line(rows - 1), seats }],
        }
      }),
    ),
  })
}

type Measures = { width: number; depth: number }

/** The smallest radius at which the rings have room for all sectors side by side. */
function innerRadius(rings: number, sectors: number, measures: Measures): number {
  let inner = 5
  while (sum(roomsOf(rings, { ...measures, inner })) < sectors) inner += 0.25
  return inner
}

/** How many sectors each ring takes: the outermost what is left. */
function sectorsOfRings(rings: number, sectors: number, measures: Measures & { inner: number }): number[] {
  const rooms = roomsOf(rings, measures)
  return rooms.map((room, ring) => (ring < rings - 1 ? room : sectors - sum(rooms.slice(0, -1))))
}

function roomsOf(rings: number, { width, depth, inner }: Measures & { inner: number }): number[] {
  return Array.from({ length: rings }, (_, ring) => Math.floor((2 * Math.PI * (inner + ring * depth)) / width))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}
