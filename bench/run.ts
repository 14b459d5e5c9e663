import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserId } from '#domain/ids.ts'
import { buildApp } from '#server/app.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readSettings } from '#server/env.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { givenShow, givenUser, insertTestSession } from '#server/testing/given.ts'
import { insertBare } from './bare.sql.ts'
import { measure, type Measurement } from './measure.ts'

const TIMES = 1_000
const AT_ONCE = 16

// Machines differ and are shared: every figure stands beside the bare statement it cannot be faster than, of the same run.
const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
const embedded = await startEmbedded(folder)
try {
  await migrate(embedded.connectionString)
  const db = connect(embedded.connectionString)
  print(await run(db))
  await db.destroy()
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(db: Db): Promise<Measurement[]> {
  const tokens = tokensWith('a secret of the benchmark, 32 characters or more')
  const settings = readSettings({ LOG_LEVEL: 'silent', MAX_RESERVATIONS_PER_SHOW: '100000', MAX_RESERVATIONS: '100000' })
  const app = await buildApp({ db, tokens, settings })
  const show = await givenShow(db, { seats: TIMES, standing: TIMES })
  const buyers = await Promise.all(Array.from({ length: AT_ONCE }, () => buyer()))

  async function buyer(): Promise<string> {
    const userId: UserId = await givenUser(db)
    const { sessionId, isAdmin } = await insertTestSession(db, userId)
    return tokens.sign({ userId, sessionId, isAdmin })
  }

  const post = async (index: number, path: string, payload: object) => {
    const authorization = `Bearer ${buyers[index % AT_ONCE]}`
    const reply = await app.inject({ method: 'POST', url: `/api/v1${path}`, headers: { authorization }, payload })
    if (reply.statusCode !== 201) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return reply.json()
  }
  const reserve = (index: number, place: number | undefined) =>
    post(index, '/tickets', { eventShowId: show.showId, seatingPlanPlaceIds: [place] })

  const tickets: number[] = []
  const results = [
    await measure('one bare insert, committed', { times: TIMES, atOnce: AT_ONCE }, () => insertBare(db)),
    await measure('reserve a seat', { times: TIMES, atOnce: AT_ONCE }, async (index) => {
      tickets[index] = (await reserve(index, show.seatIds[index])).elements[0].id
    }),
    await measure('reserve a place on one standing floor', { times: TIMES, atOnce: AT_ONCE }, (index) =>
      reserve(index, show.standingPlaceId),
    ),
    await measure('place an order', { times: TIMES, atOnce: AT_ONCE }, (index) =>
      post(index, '/orders', {
        userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' },
        paymentType: 'VISA',
        ticketIds: [tickets[index]],
      }),
    ),
  ]
  await app.close()
  return results
}

function print(measurements: readonly Measurement[]): void {
  const [bare] = measurements
  console.log(`${TIMES} times each, ${AT_ONCE} at once\n`)
  for (const { name, perSecond, p95Ms } of measurements) {
    const share = bare ? `${((100 * perSecond) / bare.perSecond).toFixed(0)} % of the bare insert` : ''
    console.log(`${name.padEnd(40)} ${perSecond.toFixed(0).padStart(6)}/s   p95 ${p95Ms.toFixed(1).padStart(6)} ms   ${share}`)
  }
}
