import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketId, UserId } from '#domain/ids.ts'
import { type Mail, mailerOf } from '#server/gateways/mailer.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

let shop: TestShop
let show: Show

beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS_PER_SHOW: '50' })
  show = await givenShow(shop.db, { seats: 30 })
})
afterAll(() => shop.close())

let used = 0

async function buy(as: UserId, count: number): Promise<TicketId[]> {
  const seatingPlanPlaceIds = show.seatIds.slice(used, (used += count))
  const body = { eventShowId: show.showId, seatingPlanPlaceIds }
  const reserved = (await shop.ask('POST', '/tickets', { as, body })).json<{ elements: { id: TicketId }[] }>()
  const ticketIds = reserved.elements.map(({ id }) => id)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = { ticketIds, merchandiseIds: [], userPaymentInfoDto, paymentType: 'VISA' }
  expect((await shop.ask('POST', '/orders', { as, body: order })).statusCode).toBe(201)
  return ticketIds
}

const refund = (as: UserId, id: TicketId | undefined) => shop.ask('PUT', `/tickets/${id}/cancelation`, { as })

async function pagesOf({ tickets }: Mail): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(tickets?.file ?? [])), {
    mergePages: false,
  })
  return text
}

const orderMail = (mails: readonly Mail[]) => {
  const mail = mails.find(({ subject }) => subject.startsWith('Your order'))
  if (!mail) throw new Error('There is no mail about an order')
  return mail
}

test('attaches the tickets of an order that are valid when the mail is sent, and their calendar entry', async () => {
  const as = await givenUser(shop.db)
  const [first, second] = await buy(as, 2)
  await refund(as, first)
  const mails = await doJobs(shop)
  const mail = orderMail(mails)
  const { doorCode } = (await shop.ask('GET', `/tickets/${second}`, { as })).json<{ doorCode: string }>()
  const pages = await pagesOf(mail)
  expect(pages).toHaveLength(1)
  expect(pages[0]).toContain(`${doorCode.slice(0, 4)} ${doorCode.slice(4)}`)
  expect(mail.paragraphs).toContain('Your tickets are attached as a PDF file, to print or to show on your phone.')
  const ofRefund = mails.find(({ subject }) => subject.startsWith('Your refund'))
  expect(ofRefund?.tickets).toBeUndefined()
  expect([mail, ofRefund].map((each) => /STATUS:\w+/.exec(each?.calendar ?? '')?.[0])).toEqual([
    'STATUS:CONFIRMED',
    'STATUS:CONFIRMED',
  ])

  await refund(as, second)
  const [last] = await doJobs(shop)
  expect(last?.calendar).toMatch(/SEQUENCE:3\r\n[^]*STATUS:CANCELLED/)
  const calendar = await shop.ask('GET', `/tickets/${second}/calendar`, { as })
  expect(calendar.statusCode).toBe(404)
})

test('attaches no ticket of an order that was refunded, and says where more than 20 tickets are', async () => {
  const as = await givenUser(shop.db)
  const [only] = await buy(as, 1)
  await refund(as, only)
  expect(orderMail(await doJobs(shop)).tickets).toBeUndefined()
  await buy(as, 21)
  const mail = orderMail(await doJobs(shop))
  expect(mail.tickets).toBeUndefined()
  expect(mail.paragraphs.join(' ')).toContain('There are too many to attach to an email.')
})

test('writes both attachments into the mail', async () => {
  const as = await givenUser(shop.db)
  await buy(as, 1)
  const mail = orderMail(await doJobs(shop))
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
  try {
    await mailerOf({ ...shop.context.settings, DATA_DIR: folder }, () => undefined).send(mail)
    const { attachments } = await PostalMime.parse(await readFile(join(folder, 'mail', `${mail.id}.eml`)))
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      [expect.stringMatching(/^Ticket.*\.pdf$/), 'application/pdf'],
      ['show.ics', 'text/calendar'],
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
