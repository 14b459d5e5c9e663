import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { tablesWith } from '#server/testing/find-text.sql.ts'
import { provedTest } from '#server/testing/proving.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { givenNews, givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { givenBuyer, toReserve } from './buyers.ts'
import { TIMEOUT_MS } from './counts.ts'

const person = {
  firstName: 'Xanthippe',
  lastName: 'Zwölfender',
  email: 'nirgends@foyer.example',
  address: 'Geheimgasse 77, 1234 Nirgendwo',
}
const password = 'correct horse'

/** Starts a mail server that refuses every other mail, and names the recipient in its answer. */
async function startMailServer(): Promise<{ url: string; count: () => number }> {
  let mails = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      mails += 1
      done(mails % 2 === 1 ? new Error(`<${address}>: mailbox of ${address} is busy`) : undefined)
    },
    onData(stream, _session, done) {
      stream.resume().once('end', () => done())
    },
  })
  const listening = once(server.listen(0, '127.0.0.1'), 'listening')
  await listening
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, count: () => mails }
}

provedTest(
  'leaves a deleted customer on frozen invoices only, in the database and in the log',
  { timeout: TIMEOUT_MS },
  async () => {
    const { db, url: databaseUrl, drop } = await freshDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'foyer-deleted-'))
    const mailServer = await startMailServer()
    const shop = await startShopProcess({
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SMTP_URL: mailServer.url,
      LOG_LEVEL: 'debug',
      LOG_REQUESTS: '1',
    })
    onTestFinished(async () => {
      await shop.stop()
      await drop()
      await rm(folder, { recursive: true })
    })
    let authorization = ''
    const ask = async (method: string, path: string, body?: object) => {
      const reply = await fetch(`${shop.url}${path}`, {
        method,
        headers: {
          'idempotency-key': crypto.randomUUID(),
          ...(authorization ? { authorization } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: reply.status, text: await reply.text() }
    }
    const { address, ...form } = person

    // Leaves traces of everything that a customer can do.
    await ask('POST', '/users', { ...form, password })
    await ask('POST', '/authentication', { email: person.email, password: 'wrong' })
    await ask('POST', '/password-resets', { email: person.email })
    authorization = (await ask('POST', '/authentication', { email: person.email, password })).text
    expect(authorization).toMatch(/^Bearer /)
    await ask('PATCH', '/users', { firstName: person.firstName, lastName: person.lastName, address })
    await ask('POST', `/news/${await givenNews(db)}`)
    const show = await givenShow(db, { seats: 3 })
    const reserved = await ask('POST', '/tickets', toReserve(show.showId, show.seatIds).body)
    const [bought, refunded] = JSON.parse(reserved.text).elements.map(({ id }: { id: number }) => id)
    const userPaymentInfoDto = { firstName: person.firstName, lastName: person.lastName, address }
    await ask('POST', '/orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [bought, refunded] })
    expect((await ask('PUT', `/tickets/${refunded}/cancelation`)).status).toBe(200)
    await ask('POST', '/merchandise/purchases', { merchandiseProductId: await givenProduct(db), quantity: 1 })
    await ask('GET', '/users/personal-data')
    const admin = await givenBuyer(db, await givenUser(db, { isAdmin: true }))
    await admin.send(shop.url, 'GET', `/users?email=${encodeURIComponent(person.email)}`)

    // Control: the search finds what is there.
    expect(await tablesWith(db, person.email)).toContain('users')
    expect(await tablesWith(db, person.lastName)).toEqual(['invoices', 'users'])

    // Mails of orders may wait for half a minute on a busy machine.
    await expect.poll(() => mailServer.count(), { timeout: 60_000, interval: 200 }).toBeGreaterThan(2)
    expect((await ask('DELETE', '/users', { password })).status).toBe(204)
    const countJobs = async () => {
      const { rows } = await sql<{ jobs: number }>`
      select (select count(*) from graphile_worker.jobs where task_identifier like 'send-%')
        + (select count(*) from outbox) as jobs`.execute(db)
      return rows[0]?.jobs
    }
    await expect.poll(countJobs, { timeout: 60_000, interval: 200 }).toBe(0)

    expect(await tablesWith(db, person.email)).toEqual([])
    for (const text of [person.firstName, person.lastName, person.address]) {
      expect([text, await tablesWith(db, text)]).toEqual([text, ['invoices']])
    }
    const log = shop.output()
    // Control: the log has the requests, and the refusals of the mail server.
    expect(log).toContain('"route":"/api/v1/users/personal-data"')
    expect(log).toContain('mailbox of …@… is busy')
    for (const text of Object.values(person)) {
      for (const form of [text, encodeURIComponent(text)]) {
        expect(log.toLowerCase().includes(form.toLowerCase()) ? `the log contains ${form}` : '').toBe('')
      }
    }
  },
)
