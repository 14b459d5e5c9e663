import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { utcOffset } from '#domain/time/time-zone.ts'
import type { RestoreTask } from '../db/backup/restore-backup.ts'

const USAGE = 'npm run restore -- folder [--until "2026-11-22 19:30" | --keep-access] [--replace]'
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?\s?(Z|[+-]\d\d:\d\d)?$/
const DAY_MS = 24 * 60 * 60_000
/** Many times the longest time between two changes in the backup of an open shop, which marks the time in it. */
const OPEN_SHOP_MS = 60_000

/** Parses the command line. Throws an Error for missing, superfluous or invalid arguments. */
export function restoreTask(args: string[], timeZone: string): RestoreTask {
  const swallowed = ['until', 'replace', 'keep-access'].find((option) => npmNameOf(option) in process.env)
  if (swallowed) throw new Error(`npm consumed --${swallowed}. Write -- before the options of the shop:\n${USAGE}`)
  const { values, positionals } = parsed(args)
  const [source] = positionals
  if (!source || positionals.length > 1) throw new Error(`Name one folder:\n${USAGE}`)
  const until = values.until === undefined ? undefined : readMoment(values.until, timeZone)
  const keepAccess = values['keep-access'] ?? false
  if (until && keepAccess) throw new Error('--keep-access is for the latest state: omit it, or --until.')
  return { source: resolve(source), until, replace: values.replace ?? false, keepAccess }
}

/**
 * Tells whether a state that was restored until a moment may lack changes before it: PostgreSQL stops at the first
 * change after the moment, also at one that was made while the clock was ahead.
 */
export function mayLackChanges(until: Date, lastChange: Date | undefined): boolean {
  return lastChange === undefined || until.getTime() - lastChange.getTime() > OPEN_SHOP_MS
}

/** Returns the environment variable that npm sets for an option that it took for its own. */
const npmNameOf = (option: string) => `npm_config_${option.replaceAll('-', '_')}`

function parsed(args: string[]) {
  try {
    const options = {
      until: { type: 'string' },
      replace: { type: 'boolean' },
      'keep-access': { type: 'boolean' },
    } as const
    return parseArgs({ args, allowPositionals: true, options })
  } catch {
    throw new Error(`Unknown option, or an option without its value:\n${USAGE}`)
  }
}

/**
 * Parses a time such as `2026-11-22 19:30` in a time zone, or with an offset of its own, such as
 * `2026-11-22T18:30:00Z`. Throws an Error for a time that the time zone has not, or has twice.
 */
export function readMoment(text: string, timeZone: string): Date {
  const [, date = '', minutes = '', seconds = ':00', offset] = MOMENT.exec(text.trim()) ?? []
  const asUtc = new Date(`${date}T${minutes}${seconds}Z`)
  const isReal = !Number.isNaN(asUtc.getTime()) && asUtc.toISOString().startsWith(`${date}T${minutes}`)
  if (!isReal) throw new Error(`--until must be a time such as "2026-11-22 19:30" or "2026-11-22T18:30:00Z".`)
  if (offset) return new Date(`${date}T${minutes}${seconds}${offset}`)
  const offsets = new Set([-DAY_MS, DAY_MS].map((shift) => utcOffset(asUtc.getTime() + shift, timeZone)))
  const candidates = [...offsets].map((each) => new Date(asUtc.getTime() - each))
  const [moment, other] = candidates.filter(
    (candidate) => candidate.getTime() + utcOffset(candidate, timeZone) === asUtc.getTime(),
  )
  if (!moment) throw new Error(`${text} does not exist in ${timeZone}: the clocks skipped it.`)
  if (!other) return moment
  const [first, second] = [moment, other].map((each) => each.toISOString()).toSorted()
  throw new Error(`${text} happened twice in ${timeZone}. Write ${first} or ${second}.`)
}
