import { createHash, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrintableTickets } from '#contract/printable-tickets.ts'
import type { OwnTicket } from '#contract/ticket-codes.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import type { PlaceId, TicketId, UserId } from '#domain/ids.ts'
import { googleTicketOf } from '#domain/wallets/google-ticket.ts'
import { readSettings } from '#server/settings/env.ts'
import { openWallets } from '#server/gateways/wallets/open-wallets.ts'
import { givenTicket } from '#server/testing/given-entry.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { workOnRequest } from '#server/concurrency/without-connection.ts'
import { unzip } from '#server/testing/unzip.ts'
import { givenWalletFiles } from '#server/testing/wallet-files.ts'

let folder: string
let files: Awaited<ReturnType<typeof givenWalletFiles>>
let shop: TestShop
let show: Show
let ada: UserId
let ticket: { id: TicketId; code: string; doorCode: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-wallets-'))
  files = await givenWalletFiles(folder)
  shop = await openTestShop(files.settings)
  show = await givenShow(shop.db, { seats: 3 })
  ada = await givenUser(shop.db)
  ticket = await givenTicket(shop.ask, { as: ada, showId: show.showId, placeId: show.seatIds[0] as PlaceId })
})
afterAll(async () => {
  await shop?.close()
  await rm(folder, { recursive: true, force: true })
})

const passOf = (id: TicketId, as = ada) => shop.ask('GET', `/tickets/${id}/wallet/apple`, { as })
const linkOf = (id: TicketId, as = ada) => shop.ask('GET', `/tickets/${id}/wallet/google`, { as })

/** Tells whether the authority has signed a manifest. */
async function isSigned(signature: Buffer, manifest: Buffer): Promise<boolean> {
  await writeFile(join(folder, 'signature'), signature)
  await writeFile(join(folder, 'manifest'), manifest)
  const args = ['-verify', '-inform', 'DER', '-in', 'signature', '-content', 'manifest', '-CAfile', 'ca.pem']
  try {
    files.openssl('smime', ...args, '-purpose', 'any', '-binary')
    return true
  } catch {
    return false
  }
}

test('makes a pass for Apple Wallet, whose signature and hashes are right', async () => {
  const reply = await passOf(ticket.id)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/vnd.apple.pkpass'])
  const pass = unzip(reply.rawPayload)
  const content = JSON.parse(pass.get('pass.json')?.toString() ?? '{}')
  expect(content).toMatchObject({
    ...{ passTypeIdentifier: 'pass.example.foyer', teamIdentifier: 'FOYER12345', serialNumber: `${ticket.id}-1` },
    barcodes: [{ format: 'PKBarcodeFormatQR', message: ticket.code }],
    eventTicket: { auxiliaryFields: expect.arrayContaining([expect.objectContaining({ key: 'seat' })]) },
  })
  const { startsAt } = await shop.db
    .selectFrom('event_shows')
    .select('starts_at as startsAt')
    .where('id', '=', show.showId)
    .executeTakeFirstOrThrow()
  expect(new Date(content.relevantDate).getTime()).toBe(startsAt.getTime())
  expect(JSON.stringify(content)).toContain(showTimeText(startsAt, 'Europe/Vienna'))
  const manifest = pass.get('manifest.json') ?? Buffer.alloc(0)
  const hashes: Record<string, string> = JSON.parse(manifest.toString())
  expect(Object.keys(hashes)).toEqual(expect.arrayContaining(['pass.json', 'icon.png', 'icon@2x.png', 'logo.png']))
  for (const [name, hash] of Object.entries(hashes)) {
    expect([
      name,
      createHash('sha1')
        .update(pass.get(name) ?? '')
        .digest('hex'),
    ]).toEqual([name, hash])
  }
  const signature = pass.get('signature') ?? Buffer.alloc(0)
  expect(await isSigned(signature, manifest)).toBe(true)
  const changed = Buffer.from(manifest.toString().replace(/[0-9a-f]{4}"/, '0000"'))
  expect(await isSigned(signature, changed)).toBe(false)
})

test('makes the pass of another client network before most of one that asks for many', async () => {
  const bea = await givenUser(shop.db)
  const other = await givenShow(shop.db, { seats: 1 })
  const { id } = await givenTicket(shop.ask, { as: bea, showId: other.showId, placeId: other.seatIds[0] as PlaceId })
  await passOf(id, bea)
  /** Asks as in a turn of a client network, which requests without a socket do not take. */
  const askFrom = (network: string, of: TicketId, as: UserId) =>
    workOnRequest({ network, withoutConnection: (work) => work() }, () => passOf(of, as))
  let made = 0
  const many = Array.from({ length: 20 }, () => askFrom('192.0.2.1', ticket.id, ada).then(() => (made += 1)))
  await expect.poll(() => made).toBeGreaterThan(0)
  expect((await askFrom('198.51.100.1', id, bea)).statusCode).toBe(200)
  expect(made).toBeLessThan(10)
  await Promise.all(many)
})

test('signs a link for Google Wallet, which the key of the account verifies', async () => {
  const { href } = (await linkOf(ticket.id)).json<{ href: string }>()
  const [head = '', body = '', signature = ''] = href.replace('https://pay.google.com/gp/v/save/', '').split('.')
  const signed = Buffer.from(`${head}.${body}`)
  expect(verify('RSA-SHA256', signed, files.publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(
    verify('RSA-SHA256', Buffer.from(`${head}.x${body}`), files.publicKey, Buffer.from(signature, 'base64url')),
  ).toBe(false)
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
    ...{ iss: 'shop@foyer.iam.gserviceaccount.com', aud: 'google', typ: 'savetowallet' },
    payload: {
      eventTicketClasses: [{ id: expect.stringMatching(`^3388000000012345678.show-${show.showId}-`) }],
      eventTicketObjects: [
        { id: `3388000000012345678.ticket-${ticket.id}-1`, barcode: { type: 'QR_CODE', value: ticket.code } },
      ],
    },
  })
})

test('keeps the link short, however long the names are', async () => {
  const long = 'Ürögök 🎭 '.repeat(40)
  const { google } = await openWallets(readSettings(files.settings))
  const texts = { eventTitle: long, showName: long, locationName: long, locationAddress: long, sectorName: long }
  const sample = {
    ...{ id: 2_000_000_000 as TicketId, placeId: 1 as PlaceId, showId: 2_000_000_000 as Show['showId'], issue: 999 },
    ...{
      ...texts,
      rowName: long,
      seatNumber: 9_999,
      timeZone: 'UTC',
      price: null,
      orderNumber: null,
      gateNames: [long],
    },
    ...{ startsAt: new Date(), endsAt: new Date(), showVersion: 999, code: ticket.code, doorCode: ticket.doorCode },
  }
  const saved = googleTicketOf(sample, { name: long, address: long, termsUrl: long }, google?.issuerId ?? '')
  expect(google?.linkTo(saved, new Date()).length).toBeLessThanOrEqual(2_400)
})

test('gives passes of bought tickets to their holders alone', async () => {
  const other = await givenUser(shop.db)
  const placeId = show.seatIds[1] as PlaceId
  const refunded = await givenTicket(shop.ask, { as: ada, showId: show.showId, placeId })
  expect((await shop.ask('GET', `/tickets/${refunded.id}`, { as: ada })).json<OwnTicket>().wallets).toEqual([
    'APPLE',
    'GOOGLE',
  ])
  expect((await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: ada })).statusCode).toBe(200)
  for (const ask of [passOf, linkOf]) {
    expect([(await ask(ticket.id, other)).statusCode, (await ask(refunded.id)).statusCode]).toEqual([404, 404])
  }
})

test('mails the passes of an order', async () => {
  const mails = await doJobs(shop)
  const passes = mails.find(({ subject }) => subject.startsWith('Your order'))?.passes ?? []
  expect(passes.map(({ name }) => name)).toEqual([expect.stringMatching(`^Ticket ${ticket.id} `)])
  expect(unzip(Buffer.from(passes[0]?.file ?? [])).has('signature')).toBe(true)
})

test('names the gates that serve the sector: on page, paper, passes, in mail and calendar', async () => {
  const staff = await givenUser(shop.db, { isStaff: true })
  const placeId = show.seatIds[2] as PlaceId
  const { id } = await givenTicket(shop.ask, { as: ada, showId: show.showId, placeId })
  const own = async () => (await shop.ask('GET', `/tickets/${id}`, { as: ada })).json<OwnTicket>()
  expect((await own()).gateNames).toEqual([])
  const entry = await shop.ask('GET', `/admin/shows/${show.showId}/entry`, { as: staff })
  const { sectors } = entry.json<{ sectors: { id: number; name: string }[] }>()
  const [stalls, floor] = ['Stalls', 'Floor'].map((name) => sectors.find((sector) => sector.name === name)?.id)
  const gates = { 'Gate S': [stalls], 'Gate F': [floor], 'Main entrance': [] }
  for (const [name, sectorIds] of Object.entries(gates)) {
    const reply = await shop.ask('POST', `/admin/shows/${show.showId}/gates`, { as: staff, body: { name, sectorIds } })
    expect(reply.statusCode).toBe(201)
  }
  const names = ['Gate S', 'Main entrance']
  expect((await own()).gateNames).toEqual(names)
  const printable = await shop.ask('GET', `/tickets/printable?ticketId=${id}`, { as: ada })
  expect(printable.json<PrintableTickets>().elements[0]?.gateNames).toEqual(names)
  const pass = JSON.parse(
    unzip((await passOf(id)).rawPayload)
      .get('pass.json')
      ?.toString() ?? '{}',
  )
  expect(pass.eventTicket.auxiliaryFields).toContainEqual(
    expect.objectContaining({ key: 'entrance', value: 'Gate S or Main entrance' }),
  )
  const { href } = (await linkOf(id)).json<{ href: string }>()
  expect(Buffer.from(href.split('.').at(-2) ?? '', 'base64url').toString()).toContain(
    '"value":"Gate S or Main entrance"',
  )
  const calendar = (await shop.ask('GET', `/tickets/${id}/calendar`, { as: ada })).body
  expect(calendar).toContain('Entrance: Gate S or Main')
  const cards = (await doJobs(shop)).flatMap((mail) => mail.cards ?? [])
  expect(cards.flatMap(({ facts }) => facts)).toContain('Entrance: Gate S or Main entrance')
})

test.each([
  ['APPLE_PASS_CERT', 'none.pem', /the file of APPLE_PASS_CERT cannot be read: .*none\.pem/],
  ['APPLE_PASS_CERT', 'account.json', /The file of APPLE_PASS_CERT is no certificate\./],
  ['APPLE_PASS_KEY', 'ca.key', /APPLE_PASS_KEY is not the key of APPLE_PASS_CERT\./],
  ['APPLE_WWDR', 'pass.pem', /APPLE_WWDR did not issue APPLE_PASS_CERT\./],
  ['GOOGLE_WALLET_ACCOUNT', 'ca.pem', /the file of GOOGLE_WALLET_ACCOUNT is no key of a service account\./],
])('refuses to open with %s naming %s', async (setting, file, sentence) => {
  const settings = readSettings({ ...files.settings, [setting]: join(folder, file) })
  await expect(openWallets(settings)).rejects.toThrow(sentence)
})

test('refuses an expired certificate, a wrong passphrase, other identifiers, and a part of the settings', async () => {
  const open = async (change: Record<string, string>) => openWallets(readSettings({ ...files.settings, ...change }))
  await expect(open({ APPLE_PASS_KEY_PASSPHRASE: 'x' })).rejects.toThrow('APPLE_PASS_KEY_PASSPHRASE is wrong.')
  await expect(open({ APPLE_PASS_TYPE_ID: 'pass.other' })).rejects.toThrow('is not for the pass type pass.other.')
  await expect(open({ APPLE_TEAM_ID: 'OTHER12345' })).rejects.toThrow('is not for the team OTHER12345.')
  await expect(open({ APPLE_WWDR: '' })).rejects.toThrow('APPLE_PASS_TYPE_ID also needs APPLE_WWDR.')
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  await expect(openWallets(readSettings(files.settings), inTwoDays)).rejects.toThrow(
    /The certificate of APPLE_PASS_CERT expired on \d{4}-\d\d-\d\d\./,
  )
  expect(await openWallets(readSettings({}))).toEqual({ apple: undefined, google: undefined })
})
