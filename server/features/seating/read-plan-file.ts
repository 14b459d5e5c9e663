import { parseXml } from '@rgrove/parse-xml'
import { readCsvPlan } from '#server/features/seating/plan-files/csv-plan.ts'
import { readPretixPlan } from '#server/features/seating/plan-files/pretix-plan.ts'
import { parseInput } from '#server/features/seating/plan-files/parse-input.ts'
import { readSpektrixPlan } from '#server/features/seating/plan-files/spektrix-plan.ts'
import { readSvgPlan } from '#server/features/seating/plan-files/svg-plan.ts'
import { seatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import { MOST_PLACES } from '#contract/compact-seating/versions.ts'
import { singleLineText } from '#contract/fields.ts'
import { type ImportedVenue, planImportedVenue } from '#domain/seating-plan/plan-imported-venue.ts'
import type { Focus, Side } from '#domain/seating-plan/stage-side.ts'
import { Objections } from '#domain/seating-plan/objections.ts'
import { PriceList } from '#domain/seating-plan/price-list.ts'
import { separateZones } from '#domain/seating-plan/separate-zones.ts'
import { type PlannedVenue, planVenue } from '#domain/seating-plan/plan-venue.ts'

/**
 * Options that complete or override a file. `percents` are prices by the name of a sector or a category;
 * `fallbackName` is for a file without a name; `separatesZones` moves zones apart whose seats lie on each other.
 */
export type PlanFileOptions = {
  name?: string | undefined
  fallbackName?: string | undefined
  focus?: Focus | undefined
  percents?: ReadonlyMap<string, number>
  separatesZones?: boolean
}

/** Says that neither a plan file nor its options name the plan. */
export class PlanNameMissing extends RangeError {}

/** The plan in a file, and the names of the zones that were moved. */
export type PlanFileReading = { venue: PlannedVenue; moved: string[] }

/**
 * Reads the venue in a plan file: the shop's own JSON, pretix, Spektrix, CSV or SVG, detected by its content. Throws a
 * RangeError of up to ten sentences, each naming the line, the seat or the field.
 */
export function readPlanFile(bytes: Uint8Array, options: PlanFileOptions = {}): PlanFileReading {
  try {
    return readPlanText(textOf(bytes), options)
  } catch (error) {
    if (!(error instanceof RangeError) || !error.message.includes('call stack')) throw error
    throw new RangeError('The content of the file is nested too deeply.', { cause: error })
  }
}

function readPlanText(text: string, options: PlanFileOptions): PlanFileReading {
  const start = text.trimStart()[0]
  if (start === '{' || start === '[') return venuesOfJson(jsonIn(text), options)
  if (start === '<') return planImported(readSvgPlan(xmlIn(text)), options)
  return planImported(readCsvPlan(text), options)
}

function venuesOfJson(json: unknown, options: PlanFileOptions): PlanFileReading {
  if (typeof json === 'object' && json !== null) {
    if ('baseSeatingArea' in json) return planImported({ name: '', places: readSpektrixPlan(json) }, options)
    if ('zones' in json || 'layout' in json) return planImported(readPretixPlan(json), options)
    if ('sectors' in json) return { venue: planOwn(json, options), moved: [] }
  }
  throw new RangeError(
    'This JSON has neither sectors, like a plan of this shop, nor the zones of pretix, nor a baseSeatingArea.',
  )
}

function planImported(
  imported: ImportedVenue,
  { name, fallbackName = '', focus, percents = new Map(), separatesZones = false }: PlanFileOptions,
): PlanFileReading {
  if (imported.places.length > MOST_PLACES) throw new RangeError(`A plan has at most ${MOST_PLACES} places.`)
  const { venue, moved } = separatesZones ? separateZones(imported) : { venue: imported, moved: [] }
  const prices = new PriceList(percents)
  return {
    venue: planImportedVenue({ ...venue, name: nameOf(name ?? (venue.name || fallbackName)) }, { prices, focus }),
    moved,
  }
}

function planOwn(json: object, { name, focus, percents = new Map() }: PlanFileOptions): PlannedVenue {
  const objections = new Objections()
  const { sectors, ...file } = parseInput(seatingPlanFile, json)
  const prices = new PriceList(percents)
  const named = sectors.map((sector) => ({ ...sector, priceNames: [sector.name] }))
  prices.checkNames(named, objections)
  objections.throwIfAny()
  const venue = planVenue({
    ...file,
    name: nameOf(name ?? file.name),
    sectors: named.map((sector) => ({ ...sector, pricePercent: prices.percentOf(sector) })),
  })
  if (!focus) return venue
  return { ...venue, focalPoint: typeof focus === 'string' ? MIDDLE_OF[focus] : focus }
}

const MIDDLE_OF: Record<Side, { x: number; y: number }> = {
  top: { x: 50, y: 0 },
  bottom: { x: 50, y: 100 },
  left: { x: 0, y: 50 },
  right: { x: 100, y: 50 },
}

function nameOf(name: string): string {
  if (name.trim() === '') throw new PlanNameMissing("This file does not give the plan's name.")
  const result = singleLineText().safeParse(name)
  if (result.success) return result.data
  throw new RangeError(`name: ${result.error.issues[0]?.message}.`)
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new RangeError('The file is not text in UTF-8. Please save it as UTF-8.', { cause: error })
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RangeError(`This is not valid JSON: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

function xmlIn(text: string) {
  try {
    const { root } = parseXml(text, { resolveUndefinedEntity: () => '' })
    if (root) return root
  } catch (error) {
    throw new RangeError(`This is not valid SVG: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  throw new RangeError('This is not valid SVG: it has no root.')
}
