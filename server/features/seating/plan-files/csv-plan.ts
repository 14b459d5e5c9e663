import { PLACE_TYPES } from '#domain/tickets/places.ts'
import type { ImportedVenue } from '#domain/seating-plan/plan-imported-venue.ts'
import type { ImportedPlace } from '#domain/seating-plan/imported-places.ts'
import { Objections } from '#domain/seating-plan/objections.ts'
import type { Point } from '#domain/seating-plan/row-line.ts'
import { csvRecords } from '#domain/accounting/csv-records.ts'
import { placeOf } from './imported-place.ts'
import { kindNamed } from './imported-kind.ts'
import { cornersOfStage, isStageName, stageAround } from './imported-stage.ts'

const NEEDED = ['sector', 'row', 'seat', 'x', 'y'] as const
const COLUMNS = [...NEEDED, 'type', 'percent', 'capacity', 'width', 'height'] as const

type Column = (typeof COLUMNS)[number]
type Cells = Record<Column, string>
type Numbers = ReadonlyMap<Column, number>

/**
 * Reads the places of a table, one per line, below a header that names the columns `sector row seat x y` and optionally
 * `type percent capacity width height`, in any order. Positions are the centres of places. A line of the type `STAGE`,
 * or named so and without row and seat, is the stage. Throws a RangeError of up to ten sentences, each with its line.
 */
export function readCsvPlan(text: string): ImportedVenue {
  const { separator, records } = csvRecords(text)
  const objections = new Objections()
  const [header, ...lines] = records
  const columns = columnsIn(header?.cells ?? [], objections)
  objections.throwIfAny()

  const decimal = separator === ',' ? '.' : /[.,]/
  if (separator !== ',') {
    for (const name of ['x', 'y'] as const) {
      const values = lines.map(({ line, cells }) => ({ line, text: cells[columns.get(name) ?? -1] ?? '' }))
      refuseAmbiguousPoint(name, values, objections)
    }
    objections.throwIfAny()
  }
  const places: ImportedPlace[] = []
  const stage: Point[] = []
  for (const { line, cells } of lines) {
    const named = Object.fromEntries(COLUMNS.map((name) => [name, cells[columns.get(name) ?? -1] ?? ''])) as Cells
    const where = `line ${line}`
    const numbers = numbersIn(named, { where, decimal }, objections)
    if (!numbers) continue
    if (isStage(named)) {
      const [position, size] = [pair(numbers, 'x', 'y'), pair(numbers, 'width', 'height')]
      stage.push(...cornersOfStage({ where, position, size }, objections))
      continue
    }
    const place = placeIn(named, numbers, where, objections)
    if (place) places.push(place)
  }
  objections.throwIfAny()
  return { name: '', places, stage: stageAround(stage) }
}

/** Finds the index of each column. Ignores other columns. */
function columnsIn(header: readonly string[], objections: Objections): Map<Column, number> {
  const names = header.map((name) => name.toLowerCase())
  const found = new Map<Column, number>()
  for (const column of COLUMNS) {
    const at = names.indexOf(column)
    if (at >= 0) found.set(column, at)
    if (names.lastIndexOf(column) > at) objections.add(`The header names the column '${column}' twice.`)
  }
  const missing = NEEDED.filter((column) => !found.has(column))
  if (missing.length > 0) {
    objections.add(`The first line has to name the columns sector, row, seat, x and y; it lacks ${missing.join(', ')}.`)
  }
  return found
}

/** Refuses a point that may separate decimals or group thousands, such as in "1.000" beside "950". */
function refuseAmbiguousPoint(name: Column, values: readonly { line: number; text: string }[], objections: Objections) {
  if (!values.some(({ text }) => /^-?\d+$/.test(text))) return
  const ambiguous = values.find(({ text }) => /^-?\d{1,3}(?:\.\d{3})+$/.test(text))
  if (!ambiguous) return
  const { line, text } = ambiguous
  objections.add(`line ${line}: ${name}: '${text}' may be meant with or without thousands: write it without a point.`)
}

type Reading = { where: string; decimal: string | RegExp }

/** Reads the numbers of a line. Undefined if one cannot be read, which is an objection. */
function numbersIn(cells: Cells, { where, decimal }: Reading, objections: Objections): Numbers | undefined {
  const numbers = new Map<Column, number>()
  let isReadable = true
  for (const name of ['x', 'y', 'percent', 'capacity', 'width', 'height'] as const) {
    if (cells[name] === '') continue
    const number = Number(cells[name].split(decimal).join('.'))
    if (Number.isFinite(number)) numbers.set(name, number)
    else {
      objections.add(`${where}: ${name}: '${cells[name]}' is no number.`)
      isReadable = false
    }
  }
  return isReadable ? numbers : undefined
}

function isStage({ type, sector, row, seat, capacity }: Cells): boolean {
  return isStageName(type) || (type + row + seat + capacity === '' && isStageName(sector))
}

function placeIn(cells: Cells, numbers: Numbers, where: string, objections: Objections): ImportedPlace | undefined {
  const type = cells.type.toUpperCase()
  const kind = kindNamed(type)
  if (!kind && !['', ...PLACE_TYPES].includes(type)) {
    objections.add(
      `${where}: type: '${cells.type}' is none of SITTING, STANDING, WHEELCHAIR, COMPANION, RESTRICTED_VIEW and STAGE.`,
    )
    return undefined
  }
  const isStanding = type === 'STANDING'
  return placeOf(
    {
      where,
      sector: cells.sector,
      row: cells.row,
      seat: cells.seat,
      position: pair(numbers, 'x', 'y'),
      percent: numbers.get('percent'),
      kind,
      isStanding,
      capacity: numbers.get('capacity'),
      size: isStanding ? pair(numbers, 'width', 'height') : undefined,
    },
    objections,
  )
}

function pair(numbers: Numbers, first: Column, second: Column): Point | undefined {
  const [one, other] = [numbers.get(first), numbers.get(second)]
  return one === undefined || other === undefined ? undefined : [one, other]
}
