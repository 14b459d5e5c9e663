/**
 * Draws the rows of a sample: one sector of two rows with an aisle, a balcony, and room to stand. Distances in metres.
 */
function sampleRows(): (string | number)[][] {
  const seats = (sector: string, row: string, y: number, percent: number) =>
    [0, 1, 2, 3, 4, 5].map((at) => {
      const isWheelchair = sector === 'Stalls' && row === 'B' && at === 0
      return [
        sector,
        row,
        at + 1,
        at * 0.55 + (at > 2 ? 1.2 : 0),
        y,
        isWheelchair ? 'WHEELCHAIR' : '',
        percent,
        '',
        '',
        '',
      ]
    })
  return [
    ['Stage', '', '', 1.95, 0, 'STAGE', '', '', 4, 1],
    ...seats('Stalls', 'A', 2.5, 100),
    ...seats('Stalls', 'B', 3.5, 100),
    ['Floor', '', '', 1.95, 5.5, 'STANDING', 60, 40, 4, 1.5],
    ...seats('Balcony', 'A', 8, 80),
  ]
}

/** The columns of a CSV file with a seating plan, required ones first. */
const HEADER = ['sector', 'row', 'seat', 'x', 'y', 'type', 'percent', 'capacity', 'width', 'height']

/** A small seating plan as a CSV file, to begin with. */
export const SAMPLE_PLAN = [HEADER, ...sampleRows()]
  .map((cells) => cells.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(2)) : cell)).join(','))
  .join('\r\n')
