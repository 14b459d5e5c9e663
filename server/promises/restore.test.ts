import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesOf, readCovered } from '#server/db/backup/backup-folder.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { endBackups, takeBackup } from '#server/db/backup/take-backup.ts'
import { connect } from '#server/db/connection.ts'
import { findEmbedded, startEmbedded } from '#server/db/embedded/embedded.ts'
import { findSuperuser } from '#server/db/embedded/superuser.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { givenBuyers } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { startEmbeddedRig } from './embedded-rig.ts'
import { seededRandomFor } from './seeded-random.ts'
import { type Answers, startShopping } from './shopping.ts'

const BUYERS = 8
const RUSH_MS = 1_000

/** Compares a restored shop with the answers: orders confirmed by a moment, and orders sent after it. */
async function faultsAt(dataDir: string, until: number, { bought }: Answers): Promise<string[]> {
  const database = await startEmbedded(dataDir)
  const db = connect(database.connectionString, { max: 1 })
  try {
    const tickets = await db.selectFrom('tickets').select(['id', 'invoice_id']).where('state', '=', 'BOUGHT').execute()
    const invoices = new Map(tickets.map((ticket) => [Number(ticket.id), Number(ticket.invoice_id)]))
    const lost = bought.filter(
      ({ ticketId, invoiceId, answeredAt }) => answeredAt <= until && invoices.get(ticketId) !== invoiceId,
    )
    const early = bought.filter(({ ticketId, sentAt }) => sentAt > until && invoices.has(ticketId))
    return [
      ...(lost.length > 0 ? [`${lost.length} orders confirmed before the moment are lost`] : []),
      ...(early.length > 0 ? [`${early.length} orders sent after the moment are there`] : []),
    ]
  } finally {
    await db.destroy()
    await database.stop()
  }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-restore-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Starts a shop whose customers buy until the end of the test, and makes a folder for its backups. */
async function startRush(promise: string) {
  const random = seededRandomFor(promise)
  const rig = await startEmbeddedRig()
  const target = await temporaryFolder()
  const source = {
    dataDir: rig.folder,
    database: await findSuperuser(rig.folder, (await findEmbedded(rig.folder)) ?? ''),
  }
  const show = await givenShow(rig.db, { standing: 10_000_000 })
  const buyers = await givenBuyers(rig.db, BUYERS)
  const shopping = startShopping(buyers, (index) => ({ urls: rig.urls, show, random: random(index) }))
  await expect.poll(() => shopping.answers.bought.length, { timeout: 60_000 }).toBeGreaterThan(BUYERS)
  return { target, source, shopping, moments: random('moments') }
}

/** Waits until a backup contains all changes before a moment, in milliseconds. */
const coversUntil = (folder: string, moment: number) =>
  expect
    .poll(async () => (await readCovered(folder))?.until.getTime() ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(moment)

provedTest('restores every order confirmed before a moment and none after it', { timeout: TIMEOUT_MS }, async () => {
  const { target, source, shopping, moments } = await startRush('restore')
  const { answers } = shopping
  const restored: { until: number; before: number; after: number; orders: number }[] = []
  for (let round = 0; round < counts.restores; round += 1) {
    const { folder } = await takeBackup(source, { target, keep: 2 })
    const backedUpAt = Date.now()
    await expect.poll(() => Date.now(), { timeout: RUSH_MS + 60_000 }).toBeGreaterThan(backedUpAt + RUSH_MS)
    const until = moments.between(backedUpAt, Date.now() - 1)
    await coversUntil(folder, until)

    const dataDir = await temporaryFolder()
    const { orders, violations } = await restoreBackup(dataDir, {
      source: target,
      until: new Date(until),
      replace: false,
      keepAccess: false,
    })
    expect(violations).toEqual([])
    expect(await faultsAt(dataDir, until, answers)).toEqual([])
    const before = answers.bought.filter(({ answeredAt }) => answeredAt <= until).length
    const after = answers.bought.filter(({ sentAt }) => sentAt > until).length
    expect(Math.min(before, after)).toBeGreaterThan(0)
    restored.push({ until, before, after, orders })
  }
  for (const { before, after, orders } of restored) {
    process.stdout.write(`restore: ${orders} orders; ${before} confirmed before the moment, ${after} sent after it\n`)
  }

  await shopping.stop()
  expect(answers.refusals).toEqual([])
  const end = Date.now()
  const [newest = ''] = (await readdir(target)).toSorted().toReversed()
  await coversUntil(join(target, newest), end)
  const latest = await temporaryFolder()
  await restoreBackup(latest, { source: target, until: undefined, replace: false, keepAccess: true })
  expect(await faultsAt(latest, end, answers)).toEqual([])
})

// Control: the checks above detect a backup without its WAL.

test('control: a backup without its WAL is refused or loses orders', { timeout: TIMEOUT_MS }, async () => {
  const { target, source, shopping } = await startRush('restore without WAL')
  const { folder } = await takeBackup(source, { target, keep: undefined })
  const { answers } = shopping
  const before = answers.bought.length
  await expect.poll(() => answers.bought.length, { timeout: 60_000 }).toBeGreaterThan(before + BUYERS)
  await shopping.stop()
  const end = Date.now()
  await coversUntil(folder, end)

  // The shop must not add to the backup meanwhile.
  await endBackups(source)
  const { wal, covered } = filesOf(folder)
  for (const file of await readdir(wal)) await rm(join(wal, file))
  const without = await temporaryFolder()
  const task = { source: target, until: undefined, replace: false, keepAccess: true }
  await expect(restoreBackup(without, task)).rejects.toThrow('WAL is missing or damaged')
  await rm(covered)
  await restoreBackup(without, task)
  expect(await faultsAt(without, end, answers)).toEqual([expect.stringContaining('are lost')])
})
