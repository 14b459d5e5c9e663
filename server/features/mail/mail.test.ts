import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfSession, newSessionId } from '#server/features/auth/session-ids.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { jobConnectionName, openJobPool } from '#server/db/job-pool.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { givenInvoice } from '#server/testing/given-sales.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { readSettings } from '#server/settings/env.ts'
import { mailerOf } from '#server/gateways/mailer.ts'
import { provedTest } from '#server/testing/proving.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { enqueueAccountMail, enqueueInvoiceMail } from './mail.sql.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://tickets.example/', DELETE_NEEDS_PASSWORD: 'off' })
})
afterAll(() => shop.close())

test('sends a mail after the commit and none after a rollback', async () => {
  const to = await givenUser(shop.db, { email: 'buyer@foyer.example' })
  const invoiceId = await givenInvoice(shop.owner, to)
  const order = { template: 'order-confirmation', to, hasTickets: true, invoiceId } as const
  await inTransaction(shop.db, async (tx) => {
    await enqueueInvoiceMail(tx, order)
    throw new Error('sold out')
  }).catch(() => undefined)
  expect(await doJobs(shop)).toEqual([])
  await inTransaction(shop.db, (tx) => enqueueInvoiceMail(tx, order))
  const [letter] = await doJobs(shop)
  expect(letter).toMatchObject({
    to: { email: 'buyer@foyer.example' },
    subject: expect.stringMatching(/^Your order, invoice given-\d+$/),
    link: { url: `https://tickets.example/invoice/${invoiceId}` },
  })
  expect(letter?.paragraphs.join(' ')).toContain('10.00 €')
})

test('sends a mail about an invoice that version 0.2 enqueued', async () => {
  const to = await givenUser(shop.db)
  await enqueue(shop.db, 'send-mail', { template: 'refund', to, invoiceId: await givenInvoice(shop.owner, to) })
  const letters = await doJobs(shop)
  expect(letters).toMatchObject([{ subject: expect.stringMatching(/^Your refund, invoice given-\d+$/) }])
  // No provider took the money, so none goes back by itself.
  expect(letters[0]?.paragraphs).toHaveLength(1)
})

test('sends no mail to a deleted account', async () => {
  const to = await givenUser(shop.db)
  const invoiceId = await givenInvoice(shop.owner, to)
  await inTransaction(shop.db, (tx) => enqueueInvoiceMail(tx, { template: 'refund', to, invoiceId }))
  await shop.ask('DELETE', '/users', { as: to })
  const subjects = (await doJobs(shop)).map(({ subject }) => subject)
  expect(subjects).toEqual(['Your account was deleted'])
})

test('writes each mail to a private file without a mail server, without markup that a name contains', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
  const local = await openTestShop({ DATA_DIR: folder, SELLER_NAME: 'Smith <& Sons>' })
  const worker = await startWorker(local.context, local.databaseUrl)
  try {
    // The forms take no name of two lines, but a database that others write may hold one.
    const firstName = '<img src=x>\r\nBcc: evil@foyer.example'
    const to = await givenUser(local.db, { email: 'ada@foyer.example', firstName })
    await enqueueAccountMail(local.db, { template: 'password-changed', to })
    await expect.poll(() => readdir(join(folder, 'mail')).catch(() => []), { timeout: 10_000 }).toHaveLength(1)
    const [name] = await readdir(join(folder, 'mail'))
    const file = join(folder, 'mail', name ?? '')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const mail = await PostalMime.parse(await readFile(file))
    expect(mail.subject).toBe('Your password was changed')
    expect(mail.to?.map(({ address }) => address)).toEqual(['ada@foyer.example'])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.to?.[0]?.name).toBe('')
    expect(mail.html).toContain('Dear customer,')
    expect(mail.html).toContain('Smith &lt;&amp; Sons&gt;')
    expect(mail.text).toContain('Dear customer,')
    expect(mail.text).toContain('Smith <& Sons>')
    for (const text of [mail.text, mail.html]) expect(text).not.toMatch(/img|Bcc|evil/)
  } finally {
    await worker.stop()
    await local.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('greets with a plain first name, and without one that carries a link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
  const local = await openTestShop({ DATA_DIR: folder })
  const worker = await startWorker(local.context, local.databaseUrl)
  try {
    for (const firstName of ['Élise', 'You won 500 EUR, claim at https://evil.example']) {
      const email = `${firstName.length}@foyer.example`
      await enqueueAccountMail(local.db, {
        template: 'password-changed',
        to: await givenUser(local.db, { email, firstName }),
      })
    }
    await expect.poll(() => readdir(join(folder, 'mail')).catch(() => []), { timeout: 10_000 }).toHaveLength(2)
    const files = await readdir(join(folder, 'mail'))
    const mails = await Promise.all(
      files.map(async (name) => PostalMime.parse(await readFile(join(folder, 'mail', name)))),
    )
    const greeted = mails.map(({ to, text }) => [to?.[0]?.address, to?.[0]?.name, text?.split('\n')[0]])
    expect(greeted.toSorted()).toEqual([
      ['46@foyer.example', '', 'Dear customer,'],
      ['5@foyer.example', 'Élise', 'Dear Élise,'],
    ])
    for (const { text, html } of mails) expect(`${text} ${html}`).not.toMatch(/500 EUR|evil/)
  } finally {
    await worker.stop()
    await local.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('sends to a mail server and retries after a refusal', async () => {
  const received: Email[] = []
  let refusals = 1
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        if (refusals > 0) {
          refusals -= 1
          done(new Error('try again'))
          return
        }
        received.push(await PostalMime.parse(Buffer.concat(parts)))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const connected = await openTestShop({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Box office <box@tickets.example>',
    PUBLIC_URL: 'https://tickets.example/',
  })
  const worker = await startWorker(connected.context, connected.databaseUrl)
  try {
    await connected.ask('POST', '/password-resets', { body: { email: 'nobody@foyer.example' } })
    await givenUser(connected.db, { email: 'ada@foyer.example' })
    await connected.ask('POST', '/password-resets', { body: { email: 'ada@foyer.example' } })
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1)
    const [mail] = received
    expect(mail?.from).toEqual({ name: 'Box office', address: 'box@tickets.example' })
    expect(mail?.messageId).toMatch(/^<mail-\d+@tickets\.example>$/)
    expect(mail?.text).toContain('https://tickets.example/password-reset?reset-token=')
    expect(refusals).toBe(0)
  } finally {
    await worker.stop()
    await connected.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
})

test('sends no password to a mail server without encryption', async () => {
  let logins = 0
  let connections = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onAuth(_login, _session, done) {
      logins += 1
      done(null, { user: 'me' })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const settings = readSettings({ SMTP_URL: `smtp://me:secret@127.0.0.1:${port}` })
  const mailer = mailerOf(settings, () => {})
  try {
    const to = { firstName: 'Ada', email: 'ada@foyer.example' }
    await expect(mailer.send({ id: '1', to, subject: 'Hello', paragraphs: [] })).rejects.toThrow('did not take a mail')
    expect([connections, logins]).toEqual([1, 0])
  } finally {
    mailer.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
})

test("continues after the worker's connections broke", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
  const local = await openTestShop({ DATA_DIR: folder })
  const worker = await startWorker(local.context, local.databaseUrl)
  try {
    const to = await givenUser(local.db)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(local.db)
    await enqueueAccountMail(local.db, { template: 'password-changed', to })
    await expect.poll(() => readdir(join(folder, 'mail')).catch(() => []), { timeout: 30_000 }).toHaveLength(1)
  } finally {
    await worker.stop()
    await local.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('lets another worker send the mail of a dead one within a minute, and that of a silent one soon', async () => {
  await enqueueAccountMail(shop.db, { template: 'password-changed', to: await givenUser(shop.db) })
  const lock = (ago: string) =>
    sql`update graphile_worker._private_jobs set locked_by = 'other', locked_at = now() - ${ago}::interval`.execute(
      shop.db,
    )
  const alive = openJobPool(shop.databaseUrl, 1, () => undefined)
  await alive.query(`select set_config('application_name', $1, false)`, [jobConnectionName('other')])
  await lock('4 minutes')
  await enqueue(shop.db, 'release-stuck-jobs', {})
  expect(await doJobs(shop)).toEqual([])
  await lock('6 minutes')
  await enqueue(shop.db, 'release-stuck-jobs', {})
  expect(await doJobs(shop)).toHaveLength(1)

  await enqueueAccountMail(shop.db, { template: 'password-changed', to: await givenUser(shop.db) })
  await alive.end()
  await lock('20 seconds')
  await enqueue(shop.db, 'release-stuck-jobs', {})
  expect(await doJobs(shop)).toEqual([])
  await lock('40 seconds')
  await enqueue(shop.db, 'release-stuck-jobs', {})
  expect(await doJobs(shop)).toHaveLength(1)
})

test('deletes expired sessions, links and attempts, and nothing else', async () => {
  const ada = await givenUser(shop.db)
  const alive = await shop.tokenOf(ada)
  const expired = hashOfSession(newSessionId())
  await shop.db
    .insertInto('sessions')
    .values({ id_hash: expired, user_id: ada, expires_at: new Date(0) })
    .execute()
  await shop.db
    .insertInto('attempts')
    .values({ key: 'old', empty_at: new Date(0) })
    .execute()
  await enqueue(shop.db, 'sweep-expired', {})
  await doJobs(shop)
  expect(await shop.db.selectFrom('sessions').select('user_id').where('id_hash', '=', expired).execute()).toEqual([])
  expect(await shop.db.selectFrom('attempts').select('key').where('key', '=', 'old').execute()).toEqual([])
  expect((await shop.ask('GET', '/users/detail', { as: alive })).statusCode).toBe(200)
})

provedTest('hands a job that takes too long back to other servers on a stop', async () => {
  const accepted: Socket[] = []
  // A mail server that never says a word.
  const silent = createServer((socket) => accepted.push(socket))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const connected = await openTestShop({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  const worker = await startWorker(connected.context, connected.databaseUrl)
  try {
    await enqueueAccountMail(connected.db, { template: 'password-changed', to: await givenUser(connected.db) })
    await expect.poll(() => accepted.length, { timeout: 10_000 }).toBe(1)
    await worker.stop()
    const { rows } = await sql`
      select locked_at, attempts, max_attempts > attempts as "isRepeated" from graphile_worker.jobs
      where task_identifier = 'send-mail'`.execute(connected.db)
    expect(rows).toEqual([{ locked_at: null, attempts: 1, isRepeated: true }])
  } finally {
    for (const socket of accepted) socket.destroy()
    silent.close()
    await connected.close()
  }
})

test('takes no more jobs after a stop', async () => {
  const worker = await startWorker(shop.context, shop.databaseUrl)
  await worker.stop()
  await enqueueAccountMail(shop.db, { template: 'password-changed', to: await givenUser(shop.db) })
  expect(await doJobs(shop)).toHaveLength(1)
})
