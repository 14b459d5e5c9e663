import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { focusIn } from '#contract/plan-files/focus-words.ts'
import { pricesIn } from '#contract/plan-files/price-words.ts'
import { bringSeatingPlan } from '../features/seating/bring-seating-plan.ts'
import { planTable } from '../features/seating/plan-table.ts'
import { readPlanFile } from '../features/seating/read-plan-file.ts'
import { runCommand } from './command.ts'

const MEGABYTE = 1_000_000
/** Many times what a stadium needs in the wordiest format. */
const LARGEST = 50 * MEGABYTE

const USAGE =
  'npm run plan -- house.csv --name "Hall" [--check] [--focus top|bottom|left|right|50,10] [--prices "Stalls=120,Circle=80"]'

try {
  refuseSwallowedOptions()
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
  const focus = values.focus === undefined ? undefined : focusIn(values.focus)
  const house = readPlanFile(await bytesOf(path), { name: values.name, focus, percents: pricesIn(values.prices) })
  if (values.check) console.log(`${planTable(house)}\n\nNothing was written.`)
  else {
    await runCommand(async ({ db }, { DATABASE_URL, DATA_DIR }) => {
      const id = await bringSeatingPlan(db, house)
      console.log(`Seating plan ${id} — ${planTable(house)}`)
      // Another folder would be another shop, made at this moment.
      console.log(`\nIt is in the shop of ${DATABASE_URL ? 'DATABASE_URL' : resolve(DATA_DIR)}.`)
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Without the `--` npm keeps options to itself, and what was to be looked at only would be written. */
function refuseSwallowedOptions(): void {
  const swallowed = ['check', 'name', 'focus', 'prices'].find((option) => `npm_config_${option}` in process.env)
  if (swallowed) throw new Error(`npm has kept --${swallowed} to itself. Write -- before the file: ${USAGE}`)
}

/** npm runs this in the shop's folder; a path is meant from where npm was called. */
async function bytesOf(path: string): Promise<Uint8Array> {
  const place = resolve(process.env['INIT_CWD'] ?? '.', path)
  try {
    const { size } = await stat(place)
    if (size > LARGEST) throw new Error(`it has more than ${LARGEST / MEGABYTE} MB`)
    return await readFile(place)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The file ${path} cannot be read: ${why}.`, { cause: error })
  }
}
