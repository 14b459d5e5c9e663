import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pricesIn } from '#contract/plan-files/price-words.ts'
import { SIDES } from '#domain/seating-plan/house-floor.ts'
import { bringSeatingPlan } from '../features/seating/bring-seating-plan.ts'
import { planTable } from '../features/seating/plan-table.ts'
import { readPlanFile } from '../features/seating/read-plan-file.ts'
import { runCommand } from './command.ts'

const USAGE =
  'npm run plan -- house.csv --name "Hall" [--check] [--focus top|bottom|left|right] [--prices "Stalls=120,Circle=80"]'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      check: { type: 'boolean', default: false },
      focus: { type: 'string' },
      prices: { type: 'string', default: '' },
    },
  })
  const [path] = positionals
  if (!path || positionals.length > 1) throw new Error(`Say which file: ${USAGE}`)
  const side = SIDES.find((known) => known === values.focus)
  if (values.focus !== undefined && !side) throw new Error(`--focus is one of ${SIDES.join(', ')}.`)
  const house = readPlanFile(await bytesOf(path), { name: values.name, side, percents: pricesIn(values.prices) })
  if (values.check) console.log(`${planTable(house)}\n\nNothing was written.`)
  else {
    await runCommand(async ({ db }) => {
      const id = await bringSeatingPlan(db, house)
      console.log(`Seating plan ${id} — ${planTable(house)}`)
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** npm runs this in the shop's folder; a path is meant from where npm was called. */
async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(process.env['INIT_CWD'] ?? '.', path))
  } catch (error) {
    throw new Error(`The file ${path} cannot be read.`, { cause: error })
  }
}
