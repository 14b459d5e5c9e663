import { seatingPlanFile, type SeatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'

/** How a house of so many seats is built: rings of sectors around the pitch, each of so many rows of so many seats. */
const venues = {
  500: { rings: 1, sectors: 2, rows: 10, seats: 25 },
  5_000: { rings: 1, sectors: 20, rows: 10, seats: 25 },
  20_000: { rings: 2, sectors: 40, rows: 20, seats: 25 },
  100_000: { rings: 3, sectors: 160, rows: 25, seats: 25 },
} as const

export type VenueSize = keyof typeof venues

export const venueSizes = [500, 5_000, 20_000, 100_000] as const satisfies VenueSize[]

/** Metres. */
const [PITCH, ROW_DEPTH, AISLE] = [0.5, 0.8, 2]

type Point = [x: number, y: number]

/** A house with what the benchmark must know of it. */
export type House = {
  readonly file: SeatingPlanFile
  /** The distance between two seats, as a share of the width of the plan. */
  readonly pitch: number
  /** From the middle of the plan to the right, as a share of its width: here are seats. */
  readonly seatsAt: number
}

/** A round stadium of exactly so many seats, every sector at another angle; by hand no seat stands where it should. */
export function venueOf(size: VenueSize, isByHand = false): House {
  const { rings, sectors, rows, seats } = venues[size]
  const [width, depth] = [seats * PITCH + AISLE, rows * ROW_DEPTH + AISLE]
  const { inner, counts } = ringsFor({ rings, sectors, width, depth })
  const side = 2 * (inner + rings * depth + AISLE)
  const chance = chanceFrom(size)

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
      const [x, y] = point(row + 0.2 * (chance() - 0.5), steps + 0.1 * (chance() - 0.5))
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

/** The smallest rings with room for all sectors side by side; the outermost takes what is left. */
function ringsFor({ rings, sectors, width, depth }: Record<'rings' | 'sectors' | 'width' | 'depth', number>) {
  for (let inner = 5; ; inner += 0.25) {
    const rooms = Array.from({ length: rings }, (_, ring) => Math.floor((2 * Math.PI * (inner + ring * depth)) / width))
    const before = rooms.slice(0, -1).reduce((a, b) => a + b, 0)
    if (before + (rooms.at(-1) ?? 0) >= sectors) return { inner, counts: [...rooms.slice(0, -1), sectors - before] }
  }
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
