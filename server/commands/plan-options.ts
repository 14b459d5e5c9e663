import { parseArgs } from 'node:util'
import { readFocus } from '#server/features/seating/plan-files/read-focus.ts'
import { readPrices } from '#server/features/seating/plan-files/read-prices.ts'
import type { PlanFileOptions } from '../features/seating/read-plan-file.ts'

const OPTIONS = {
  name: { type: 'string' },
  check: { type: 'boolean' },
  focus: { type: 'string' },
  prices: { type: 'string' },
  separate: { type: 'boolean' },
  list: { type: 'boolean' },
  remove: { type: 'string' },
} as const

const USAGE = [
  'npm run plan -- hall.csv --name "Hall" [--check] [--focus top|bottom|left|right|50,10] [--prices "Stalls=120,Circle=80"] [--separate]',
  'npm run plan -- --list',
  'npm run plan -- --remove "Hall"',
].join('\n')

/** The parsed command line. */
export type PlanTask =
  | { does: 'list' }
  | { does: 'remove'; name: string }
  | { does: 'check' | 'import'; path: string; options: PlanFileOptions }

/** Parses the command line. Throws an Error for missing, superfluous or invalid arguments. */
export function planTask(args: string[]): PlanTask {
  refuseSwallowedOptions()
  const { values, positionals } = parsed(args)
  const { name, check, focus, prices = '', separate, list, remove } = values
  if (list || remove !== undefined) {
    if (Object.keys(values).length + positionals.length > 1) throw new Error(`Use one command at a time:\n${USAGE}`)
    return remove === undefined ? { does: 'list' } : { does: 'remove', name: remove }
  }
  const [path] = positionals
  if (!path || positionals.length > 1) throw new Error(`Name one file:\n${USAGE}`)
  const options = {
    name,
    focus: focus === undefined ? undefined : readFocus(focus),
    percents: readPrices(prices),
    separatesZones: separate === true,
  }
  return { does: check ? 'check' : 'import', path, options }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS })
  } catch {
    throw new Error(`Unknown option, or an option without its value:\n${USAGE}`)
  }
}

/** Refuses options that npm consumed because the `--` was missing: a lost `--check` would write the plan. */
function refuseSwallowedOptions(): void {
  const swallowed = Object.keys(OPTIONS).find((option) => `npm_config_${option}` in process.env)
  if (swallowed) throw new Error(`npm consumed --${swallowed}. Write -- before the options of the shop:\n${USAGE}`)
}
