import { readdir, readFile } from 'node:fs/promises'
import type { z } from 'zod/mini'
import { type PlannedVenue, planVenue } from '#domain/seating-plan/plan-venue.ts'
import { seatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import { artistsFile, customersFile, eventsFile, locationsFile, newsFile, productsFile } from './demo-file-schemas.ts'

/** Found relative to this file, so the working directory does not matter. */
export const DEMO_FOLDER = new URL('../../demo/', import.meta.url)

export type DemoFiles = Awaited<ReturnType<typeof readDemoFiles>>

/** Reads and validates all files of the demo. Throws an Error that names the invalid file and field. */
export async function readDemoFiles() {
  const [artists, locations, events, products, news, customers, plans] = await Promise.all([
    read('artists.json', artistsFile),
    read('locations.json', locationsFile),
    read('events.json', eventsFile),
    read('products.json', productsFile),
    read('news.json', newsFile),
    read('customers.json', customersFile),
    readPlans(),
  ])
  return { artists, locations, events, products, news, customers, plans }
}

/** Reads the customer of the demo. */
export async function readDemoCustomer(): Promise<DemoFiles['customers']['customer']> {
  return (await read('customers.json', customersFile)).customer
}

/** Reads all seating plans. The keys are file names without extension. */
async function readPlans(): Promise<Map<string, PlannedVenue>> {
  const files = (await readdir(new URL('plans/', DEMO_FOLDER))).filter((name) => name.endsWith('.json')).toSorted()
  const venues = files.map(async (name) => {
    const venue = planVenue(await read(`plans/${name}`, seatingPlanFile))
    return [name.slice(0, -'.json'.length), venue] as const
  })
  return new Map(await Promise.all(venues))
}

async function read<Schema extends z.ZodMiniType>(name: string, schema: Schema): Promise<z.output<Schema>> {
  const result = schema.safeParse(JSON.parse(await readFile(new URL(name, DEMO_FOLDER), 'utf8')))
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`demo/${name} cannot be read: ${faults.join('; ')}`)
}
