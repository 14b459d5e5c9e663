import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { breakTransactions } from '#server/testing/connections.sql.ts'
import { givenReservations } from '#server/testing/given-sales.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { givenBuyers } from './buyers.ts'
import { seededRandomFor } from './seeded-random.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'
import { faultsIn, orderTicket, type Answers } from './shopping.ts'

const BUYERS = 20

type Rush = { numbers: number; newYearAfter?: number }

/**
 * Places orders on both servers while transactions are broken and servers are killed, each after a number of orders, so
 * as often on a slow machine as on a fast one. A new year begins after `newYearAfter` orders.
 */
async function rush(promise: string, rig: TwoServerRig, { numbers, newYearAfter }: Rush): Promise<string[]> {
  const random = seededRandomFor(promise)
  const buyers = await givenBuyers(rig.db, BUYERS)
  const show = await givenShow(rig.db, { standing: 10_000_000, startsIn: '3 years' })
  const userIds = buyers.map(({ userId }) => userId)
  const reserved = await givenReservations(rig.db, show, { userIds, each: numbers / BUYERS })
  const answers: Answers = { bought: [], refusals: [] }
  let isOver = false
  const ordering = Promise.all(
    buyers.map(async (buyer, index) => {
      const own = random(index)
      for (const ticketId of reserved.get(buyer.userId) ?? []) {
        await orderTicket(buyer, answers, { urls: rig.urls, random: own, ticketId })
      }
    }),
  ).finally(() => {
    isOver = true
  })

  const countedTo = async (orders: number) => {
    while (!isOver && answers.bought.length < orders) await wait(20)
  }
  // Not among the harm below, because all other orders may end while a server is killed. The harm may break it, too.
  const shift = () => shiftClock(rig.owner, '1 year')
  const newYear = newYearAfter !== undefined && countedTo(newYearAfter).then(shift).catch(shift)
  const harm = random('harm')
  for (let time = 0; !isOver; time += 1) {
    await countedTo(answers.bought.length + harm.between(5, 25))
    if (time % 8 === 7) await rig.killServer(harm.pick([0, 1]))
    else await breakTransactions(rig.db, 4)
  }
  await Promise.all([ordering, newYear])
  return faultsIn(rig.db, answers)
}

test(
  'numbers invoices without gaps or duplicates over broken connections, killed servers and a new year',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startTwoServerRig()
    const numbers = counts.invoiceNumbers
    expect(await rush('invoice numbers', rig, { numbers, newYearAfter: numbers / 2 })).toEqual([])
    const years = await rig.db
      .selectFrom('invoices')
      .select(sql`left(invoice_number, 4)`.as('year'))
      .distinct()
      .execute()
    expect(years).toHaveLength(2)
  },
)

// Control: the checks above detect a shop without the safeguard.

/** Numbers invoices by a sequence at insertion, so a rollback loses the number. */
async function numberBySequence(owner: Db): Promise<void> {
  await sql`create sequence invoice_numbers start 2`.execute(owner)
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('number_invoice'::regproc) as definition`.execute(owner)
  const mutant = rows[0]?.definition.replace('counter.last_number + 1', `nextval('invoice_numbers')`) ?? ''
  await sql.raw(mutant).execute(owner)
  await sql`drop trigger number_invoice on invoices`.execute(owner)
  await sql`create trigger number_invoice after insert on invoices for each row execute function number_invoice()`.execute(
    owner,
  )
}

test('control: a sequence loses numbers', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig()
  await numberBySequence(rig.owner)
  const losesNumbers = await showsWithinTries(async () => {
    const faults = await rush('invoice numbers of a sequence', rig, { numbers: 100 })
    return faults.some((fault) => fault.includes('invoice numbers have no gaps'))
  })
  expect(losesNumbers).toBe(true)
})
