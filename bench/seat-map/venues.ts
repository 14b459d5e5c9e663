import { seatingPlanFile, type SeatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'

/** The shape of a venue by its number of seats: rings of sectors around the pitch, with rows of seats. */
const venues = {
  500: { rings: 1, sectors: 2, rows: 10, seats: 25 },
  5_000: { rings: 1, sectors: 20, rows: 10, seats: 25 },
  20_000: { rings: 2, sectors: 40, rows: 20, seats: 25 },
  100_000: { rings: 3, sectors: 160, rows: 25, seats: 25 },
} as const

export type VenueSize = keyof typeof venues

export const venueSizes = [500, 5_000, 20_000, 100_000] as const satisfies VenueSize[]

/** In metres. */
const [PITCH, ROW_DEPTH, AISLE] = [0.5, 0.8, 2]

type Point = [x: number, y: number]

/** A seating plan with facts for the benchmark. */
export type BenchVenue = {
  readonly file: SeatingPlanFile
  /** The distance between two seats, as a fraction of the plan's width. */
  readonly pitch: number
  /** The distance of the seats to the right of the plan's centre, as a fraction of its width. */
  readonly seatsAt: number
}

/** Builds a round stadium of exactly this size, each sector at its own angle. `isByHand` displaces every seat. */
export function venueOf(size: VenueSize, isByHand = false): BenchVenue {
  const { rings, sectors, rows, seats } = venues[size]
  const [width, depth] = [seats * PITCH + AISLE, rows * ROW_DEPTH + AISLE]
  const { inner, counts } = ringsFor({ rings, sectors, width, depth })
  const side = 2 * (inner + rings * depth + AISLE)
  const random = randomFrom(size)

  const sectorAt = (ring: number, at: number, angle: number) => {
    const [along, out] = [[-Math.sin(angle), Math.cos(angle)] as const, [Math.cos(angle), Math.sin(angle)] as const]
    const point = (row: number, steps: number): Point => {
      const radius = inner + ring * depth + row * ROW_DEPTH
      return [side / 2 + radius * out[0] + steps * along[0], side / 2 + radius * out[1] + steps * along[1]]
    }
    const half = (seats * PITCH) / 2
    const line = (row: number) => ({ from: point(row, -half), to: point(row, half) })
    const byHand = (seat: number) => {
      const [row, steps] = [Math.floor(seat / seats), ((seat % seats) + 0.5) * PITCH - half]
      const [x, y] = point(row + 0.2 * (random() - 0.5), steps + 0.1 * (random() - 0.5))
      const first = { from: [x, y], to: [x + PITCH, y] }
      return { names: String(row + 1), first, seats: 1, firstNumber: (seat % seats) + 1 }
    }
    return {
      name: `Sector ${ring + 1}${String(at + 1).padStart(2, '0')}`,
      pricePercent: 160 - 40 * ring - 10 * (at % 2),
      rows: isByHand
        ? Array.from({ length: rows * seats }, (_, seat) => byHand(seat))
        : [{ names: `1-${rows}`, first: line(0), last: line(rows - 1), seats }],
    }
  }

  const file = seatingPlanFile.parse({
    name: `House of ${size}`,
    width: side,
    height: side,
    focus: [side / 2, side / 2],
    pitch: PITCH,
    sectors: counts.flatMap((count, ring) =>
      Array.from({ length: count }, (_, at) => sectorAt(ring, at, (2 * Math.PI * at) / count)),
    ),
  })
  return { file, pitch: PITCH / side, seatsAt: (inner + (rows * ROW_DEPTH) / 2) / side }
}

/** Computes the smallest rings with room for all sectors side by side. The outermost takes the remaining sectors. */
function ringsFor({ rings, sectors, width, depth }: Record<'rings' | 'sectors' | 'width' | 'depth', number>) {
  for (let inner = 5; ; inner += 0.25) {
    const rooms = Array.from({ length: rings }, (_, ring) => Math.floor((2 * Math.PI * (inner + ring * depth)) / width))
    const before = rooms.slice(0, -1).reduce((a, b) => a + b, 0)
    if (before + (rooms.at(-1) ?? 0) >= sectors) return { inner, counts: [...rooms.slice(0, -1), sectors - before] }
  }
}

/** Creates a seeded random generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
