import { sql } from 'kysely'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import { openPayingShop } from '#server/testing/paying-shop.ts'
import { hasFullCounts } from '#server/testing/proving.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { paymentCommands } from './model/payment-commands.ts'
import { RealPayingShop, stateOf } from './model/real-paying-shop.ts'

/** The longest sequence of commands. About half of its commands are possible when their turn comes. */
const MAX_COMMANDS = 100

const commands = paymentCommands.flatMap(({ weight, arbitrary }) => Array.from({ length: weight }, () => arbitrary))
const { SEED, RUN_PATH: path, REPLAY_PATH: replayPath } = process.env
const seed = Number(SEED ?? Date.now() % 1_000_000)

type Runs = { runs: number; endOnFailure?: boolean; setUp?: (shop: RealPayingShop) => Promise<unknown> }

/** Runs random commands at a shop and in the model. Returns fast-check's report, and what was done. */
async function compare({ runs, endOnFailure = false, setUp }: Runs) {
  const shop = await openPayingShop()
  onTestFinished(() => shop.close())
  const real = new RealPayingShop(shop, await givenUser(shop.db, { isAdmin: true }))
  await setUp?.(real)
  const done = { commands: 0, payments: 0, taken: 0, refunds: 0, late: 0 }
  const sequences = fc.commands(commands, {
    maxCommands: MAX_COMMANDS,
    size: 'max',
    ...(replayPath ? { replayPath } : {}),
  })
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const model = await real.begin()
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    expect(await real.state(model)).toEqual(stateOf(model))
    await real.settle(model)
    expect(await selectViolations(shop.db)).toEqual([])
    const refunds = model.payments.flatMap((payment) => payment.refunds)
    done.commands += Array.from(sequence).length
    done.payments += model.payments.length
    done.taken += model.payments.filter(({ state }) => state === 'TAKEN').length
    done.refunds += refunds.length
    done.late += refunds.filter(({ reason }) => reason === 'LATE').length
  })
  // Shorter sequences are searched for minutes, by `npm run prove` alone.
  const ends = endOnFailure || !hasFullCounts
  const report = await fc.check(property, { seed, numRuns: runs, endOnFailure: ends, ...(path ? { path } : {}) })
  return { report, done }
}

test(
  'answers and books what the model predicts of payments, refunds and disputes',
  { timeout: TIMEOUT_MS },
  async () => {
    const { report, done } = await compare({ runs: counts.paymentModelRuns })
    const { commands: sent, payments, taken, refunds, late } = done
    process.stdout.write(
      `model runs of payments: SEED=${seed}, ${sent} commands, ${payments} payments, ${taken} paid, ${refunds} refunds, ` +
        `${late} of them of late money\n`,
    )
    if (report.failed) throw new Error(fc.defaultReportMessage(report), { cause: report.errorInstance })
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: refunds that lack a cent differ from the model', { timeout: TIMEOUT_MS }, async () => {
  const setUp = ({ shop }: RealPayingShop) =>
    sql`
      create function lose_a_cent() returns trigger language plpgsql
        as 'begin new.amount := new.amount - 1; return new; end';
      create trigger lose_a_cent before insert on refunds for each row execute function lose_a_cent()`.execute(
      shop.owner,
    )
  const { report } = await compare({ runs: 100, endOnFailure: true, setUp })
  expect(report.failed).toBe(true)
})
