import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPACT_PLAN, COMPACT_STATE } from '#contract/compact-seating/media-types.ts'
import type { SeatingPlanId, ShowId, UserId } from '#domain/ids.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { importSeatingPlan } from '#server/features/seating/import-seating-plan.ts'
import { SERVER_MAIN } from '#server/testing/server-main.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import type { BenchVenue } from './venues.ts'
import { freeSome, givePlan, reserveSome, sellFourOfTen } from './sales.sql.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@foyer.example', ADMIN_PASSWORD: 'the admin of the benchmark' }
const PORT = process.env['PORT'] ?? '8090'

/** The started product with one show per venue. */
export type OpenShop = {
  readonly url: string
  /** The token of a logged-in user. */
  readonly token: string
  /** Imports a venue's plan and sells four of ten seats of a show there. */
  show(venue: BenchVenue): Promise<ShowId>
  /** Frees everything that `reserve` took. */
  free(showId: ShowId): Promise<void>
  /** Reserves a number of seats. */
  reserve(showId: ShowId, seats: number): Promise<void>
}

/** Runs the work with the started product on its own data, then removes both. */
export async function withOpenShop(work: (shop: OpenShop) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const embedded = await startEmbedded(folder)
  await migrate(embedded)
  const db = connect(embedded.ownerUrl)
  const env = {
    ...process.env,
    ...ADMIN,
    PORT,
    DATA_DIR: folder,
    DATABASE_URL: embedded.connectionString,
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, [SERVER_MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = new Promise((resolve) => server.once('close', resolve))
  try {
    const url = `http://127.0.0.1:${PORT}/`
    await answering(`${url}readyz`)
    const userId = await givenUser(db)
    await work({
      url,
      token: await logIn(url),
      show: async (venue) => {
        const { showId, seatingPlanId } = await openShow(db, venue, userId)
        await warmUp(`${url}api/v1`, showId, seatingPlanId)
        return showId
      },
      free: (showId) => freeSome(db, showId),
      reserve: (showId, seats) => reserveSome(db, showId, userId, seats),
    })
  } finally {
    server.kill('SIGTERM')
    await closed
    await db.destroy()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openShow(db: Db, { file }: BenchVenue, userId: UserId) {
  const seatingPlanId = await inTransaction(db, (tx) => importSeatingPlan(tx, file))
  const { showId } = await givenShow(db, { type: 'SPORTS', title: file.name })
  await givePlan(db, showId, seatingPlanId)
  await sellFourOfTen(db, showId, userId)
  return { showId, seatingPlanId }
}

/** Sends first requests, so that the measurement excludes the server's warm-up. */
async function warmUp(api: string, showId: ShowId, seatingPlanId: SeatingPlanId): Promise<void> {
  const plan = await fetch(`${api}/seatingplans/event-show/${showId}`, { headers: { accept: COMPACT_PLAN } })
  const asked = `eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
  const state = await fetch(`${api}/tickets/reservations?${asked}`, { headers: { accept: COMPACT_STATE } })
  if (!plan.ok || !state.ok) throw new Error(`The plan of show ${showId} is not to be had`)
}

async function logIn(url: string): Promise<string> {
  const reply = await fetch(`${url}api/v1/authentication`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  })
  return (await reply.text()).replace('Bearer ', '')
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Nothing answers at ${url}`)
}
