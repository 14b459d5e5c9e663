import type { PlannedSector } from '#domain/seating-plan/planned-sector.ts'
import { capacityOf, type PlannedHouse } from '#domain/seating-plan-geometry.ts'

const HEAD = ['sector', 'rows', 'seats', 'standing', 'price']

/** A house in a few lines, for whoever brings it: what each sector holds and costs, and the sum. */
export function planTable(house: PlannedHouse): string {
  const { seats, standing } = capacityOf(house)
  const lines = [HEAD, ...house.sectors.map(lineOf)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const table = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  )
  const room = [...(seats > 0 ? [`seats: ${seats}`] : []), ...(standing > 0 ? [`room to stand: ${standing}`] : [])]
  return [`${house.name} (${room.join(', ')})`, '', ...table].join('\n')
}

function lineOf({ name, isAvailable, pricePercent, places }: PlannedSector): string[] {
  const seats = places.filter(({ placeType }) => placeType === 'SITTING')
  const standing = places
    .filter(({ placeType }) => placeType === 'STANDING')
    .reduce((sum, { capacity }) => sum + capacity, 0)
  const rows = new Set(seats.map(({ rowName }) => rowName)).size
  return [isAvailable ? name : `${name} (closed)`, `${rows}`, `${seats.length}`, `${standing}`, `${pricePercent} %`]
}
