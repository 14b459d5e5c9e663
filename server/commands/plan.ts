import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileFault } from '../files.ts'
import { addSeatingPlan, nameTakenError } from '../features/seating/add-seating-plan.ts'
import { describePlans } from '../features/seating/describe-plans.ts'
import { isPlanName } from '../features/seating/plan-uses.sql.ts'
import { planTable } from '../features/seating/plan-table.ts'
import {
  PlanNameMissing,
  type PlanFileOptions,
  type PlanFileReading,
  readPlanFile,
} from '../features/seating/read-plan-file.ts'
import { removeSeatingPlan } from '../features/seating/remove-seating-plan.ts'
import { askRunning, nameShop, runCommand, withShop } from './command.ts'
import { planTask } from './plan-options.ts'

const MEGABYTE = 1_000_000
/** Limits the file size to many times that of a stadium in the most verbose format. */
const MAX_BYTES = 50 * MEGABYTE

const NAME_IS_FREE = ' The name is free.'
const NAME_NOT_CHECKED = ' The name was not checked, because the database of the shop does not answer.'

await runCommand(async () => {
  const task = planTask(process.argv.slice(2))
  if (task.does === 'list') await withShop(async ({ db }) => console.log(await describePlans(db)))
  else if (task.does === 'remove') await remove(task.name)
  else if (task.does === 'check') await check(task.path, task.options)
  else await importPlan(task.path, task.options)
})

async function remove(name: string): Promise<void> {
  await withShop(async ({ db }) => console.log(`The seating plan '${await removeSeatingPlan(db, name)}' is removed.`))
}

async function check(path: string, options: PlanFileOptions): Promise<void> {
  const { venue, moved } = await readPlan(path, options)
  const isTaken = await askRunning((db) => isPlanName(db, venue.name))
  console.log(
    `${planTable(venue)}${movedText(moved)}\n\nNothing was written.${isTaken ? '' : isTaken === false ? NAME_IS_FREE : NAME_NOT_CHECKED}`,
  )
  if (isTaken) throw nameTakenError(venue.name)
}

async function importPlan(path: string, options: PlanFileOptions): Promise<void> {
  const { venue, moved } = await readPlan(path, options)
  await withShop(async ({ db }, settings) => {
    const id = await addSeatingPlan(db, venue)
    console.log(`Seating plan ${id} — ${planTable(venue)}${movedText(moved)}`)
    console.log(`\nThe plan was added to ${nameShop(settings)}.`)
  })
}

async function readPlan(path: string, options: PlanFileOptions): Promise<PlanFileReading> {
  try {
    return readPlanFile(await bytesOf(path), options)
  } catch (error) {
    if (!(error instanceof PlanNameMissing)) throw error
    throw new Error(`${error.message} Add --name "Hall".`, { cause: error })
  }
}

function movedText(moved: readonly string[]): string {
  return moved.length > 0 ? `\n\nMoved apart: ${moved.join(', ')}.` : ''
}

/**
 * Reads a file relative to the directory in which npm was called. npm itself runs scripts in the project's directory.
 */
async function bytesOf(path: string): Promise<Uint8Array> {
  const file = resolve(process.env['INIT_CWD'] ?? '.', path)
  try {
    const { size } = await stat(file)
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / MEGABYTE} MB`)
    return await readFile(file)
  } catch (error) {
    const why = fileFault(error)?.why ?? (error instanceof Error ? error.message : String(error))
    throw new Error(`The file ${path} cannot be read: ${why}.`, { cause: error })
  }
}
