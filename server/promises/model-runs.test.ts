import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { givenBuyer } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { accountCommands } from './model/account-commands.ts'
import { cartCommands } from './model/cart-commands.ts'
import { orderCommands } from './model/order-commands.ts'
import { PASSWORD, RealShop } from './model/real-shop.ts'
import { selectState, stateOf } from './model/shop-state.sql.ts'
import { LIMIT, LIMIT_PER_SHOW } from './model/shop-model.ts'
import { ticketCommands } from './model/ticket-commands.ts'
import { worldCommands } from './model/world-commands.ts'
import type { Mutant } from './mutant.sql.ts'
import { startTwoServerRig } from './two-server-rig.ts'

/** The longest sequence of commands. About half of its commands are possible when their turn comes. */
const MAX_COMMANDS = 150
const RUNS_PER_SHOP = 50

const settings = { MAX_RESERVATIONS: String(LIMIT), MAX_RESERVATIONS_PER_SHOW: String(LIMIT_PER_SHOW) }
const all = [...accountCommands, ...ticketCommands, ...cartCommands, ...orderCommands, ...worldCommands]
const commands = all.flatMap(({ weight, arbitrary }) => Array.from({ length: weight }, () => arbitrary))

/** Names one failed run, as fast-check's report prints it: `path` and `replayPath`. */
type Replay = { path?: string | undefined; replayPath?: string | undefined }
type Runs = { seed: number; runs: number; mutant?: Mutant; endOnFailure?: boolean; replay?: Replay }

/** Runs random commands at two servers and in the model. Returns fast-check's report, and what was done. */
async function compare({ seed, runs, mutant, endOnFailure = false, replay = {} }: Runs) {
  const rig = await startTwoServerRig({ settings, ...(mutant ? { mutant } : {}) })
  const real = new RealShop(rig, await givenBuyer(rig.db, await givenUser(rig.db, { isAdmin: true })))
  const passwordHash = await cheapHashOf(PASSWORD)
  let steps = 0
  let invoices = 0
  const { path, replayPath } = replay
  const sequences = fc.commands(commands, {
    maxCommands: MAX_COMMANDS,
    size: 'max',
    ...(replayPath ? { replayPath } : {}),
  })
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const model = await real.begin(passwordHash)
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    steps += Array.from(sequence).length
    invoices += model.invoices.length
    expect(await selectState(rig.db, model)).toEqual(stateOf(model))
    expect(await selectViolations(rig.db)).toEqual([])
  })
  const report = await fc.check(property, { seed, numRuns: runs, endOnFailure, ...(path ? { path } : {}) })
  await real.restarted()
  return { report, done: `${steps} commands, ${invoices} invoices, ${real.kills} killed servers` }
}

const firstSeed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const batches = Array.from({ length: Math.ceil(counts.modelRuns / RUNS_PER_SHOP) }, (_, index) => firstSeed + index)

test.each(batches)(
  'answers and stores what the model predicts, over clock jumps and killed servers (seed %i)',
  { timeout: TIMEOUT_MS },
  async (seed) => {
    const runs = Math.min(RUNS_PER_SHOP, counts.modelRuns)
    const { RUN_PATH: path, REPLAY_PATH: replayPath } = process.env
    const { report, done } = await compare({ seed, runs, replay: { path, replayPath } })
    process.stdout.write(`model runs: SEED=${seed}, ${runs} runs, ${done}\n`)
    if (report.failed) throw new Error(fc.defaultReportMessage(report))
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: a refund at the new price differs from the model', { timeout: TIMEOUT_MS }, async () => {
  const { report } = await compare({
    seed: firstSeed,
    runs: 100,
    mutant: 'refund at the new price',
    endOnFailure: true,
  })
  expect(report.failed).toBe(true)
})
