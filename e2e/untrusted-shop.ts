import type { APIRequestContext } from '@playwright/test'
import type { newEvent } from '#contract/events.ts'
import type { notPublishing } from '#contract/publishing.ts'
import { png } from './pictures.ts'
import { casesOf } from './proving.ts'
import { type Ask, askingAs, givenAccount, newPerson, type Person, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { untrustedMixtures } from './untrusted-texts.ts'

const allTexts = untrustedMixtures(255)
/** `npm test` writes every such text, each a mixture of techniques, and all of them in two long articles. */
const EVERY_TEXT = 16

const texts = casesOf({ gate: allTexts.filter((_, index) => index % EVERY_TEXT === 0), all: allTexts })
const textAt = (index: number) => texts[index % texts.length] ?? ''

type Made = { id: number }

/** The ids of the created records. */
export type UntrustedShop = {
  readonly customer: Person
  readonly event: number
  readonly product: number
  readonly show: number
  readonly artist: number
  readonly location: number
  readonly articles: readonly number[]
  readonly invoice: number
}

/** Writes some of the untrusted texts into every writable field, all of them in `npm run prove`. */
export async function fillShop(request: APIRequestContext): Promise<UntrustedShop> {
  const admin = await askingAs(request, ADMIN)
  const { elements } = await admin('GET', 'eventshows?pageSize=1')
  const { artist, location, seatingPlan } = elements[0]
  const picture = await uploadPicture(request)
  const about = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
  const programme = await Promise.all(texts.map((text) => putOnStage(admin, text, about)))
  const products = await Promise.all(texts.map((text) => offer(admin, text, picture)))
  const articles = await publish(admin, { imageId: picture.id, eventId: programme[0]?.event ?? 0 })
  // One at a time: hashing all passwords at once overloads a shop on a busy machine.
  for (const [index, text] of texts.entries()) await admin('POST', 'users', personOf(text, `untrusted.${index}`))

  const customer = await givenAccount(request, personOf(textAt(0), 'untrusted'))
  const ask = await askingAs(request, customer)
  await ask('PATCH', 'users', { firstName: oneLine(textAt(1)), lastName: oneLine(textAt(2)), address: textAt(3) })
  const invoice = await buy(ask, products)
  await reserve(ask, programme.slice(0, 8))
  const [first] = programme
  return {
    customer,
    event: first?.event ?? 0,
    show: first?.show ?? 0,
    product: products[0]?.id ?? 0,
    artist: artist.id,
    location: location.id,
    articles: articles.map(({ id }) => id),
    invoice: invoice.id,
  }
}

/** The fields of an event that take text. */
type EventField = Exclude<keyof typeof newEvent.shape, 'imageId' | keyof typeof notPublishing>

/** Creates an event and a show so soon that it is first in every list. */
async function putOnStage(admin: Ask, text: string, about: object): Promise<{ event: number; show: number }> {
  const fields: Record<EventField, string> = { title: oneLine(text), type: 'OPERA', description: text }
  const event = await admin('POST', 'events', fields)
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const times = { startTime: inHours(3), endTime: inHours(5) }
  const show = await admin('POST', 'eventshows', {
    ...about,
    ...times,
    name: oneLine(text),
    price: 1000,
    eventId: event.id,
  })
  return { event: event.id, show: show.id }
}

function offer(admin: Ask, text: string, { id }: Made): Promise<Made> {
  const amounts = { price: 100, points: 0, stock: 1000, itemsPerCustomer: 100 }
  return admin('POST', 'merchandise/products', { ...amounts, name: oneLine(text), description: text, imageId: id })
}

/** Publishes articles with the texts as titles, and two that contain all texts. */
async function publish(admin: Ask, about: object): Promise<Made[]> {
  await Promise.all(texts.map((text) => admin('POST', 'news', { ...about, title: oneLine(text), summary: text, text })))
  const long = untrustedMixtures(10_000)
  return Promise.all(
    long.map((text, index) =>
      admin('POST', 'news', { ...about, title: oneLine(textAt(index)), summary: textAt(index), text }),
    ),
  )
}

/** Replaces control characters and separators of lines, which names and titles refuse. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')

function personOf(text: string, name: string): Person {
  return { ...newPerson(oneLine(text)), firstName: oneLine(text), email: `${name}.${Date.now()}@foyer.example` }
}

/** Buys half of the products under names with the texts; the rest stay in the cart. */
async function buy(ask: Ask, products: readonly Made[]): Promise<Made> {
  const lines: Made[] = []
  for (const { id } of products) {
    lines.push(await ask('POST', 'merchandise/purchases', { merchandiseProductId: id, quantity: 1, usePoints: false }))
  }
  const bought = lines.slice(0, Math.ceil(lines.length / 2)).map(({ id }) => id)
  const userPaymentInfoDto = { firstName: oneLine(textAt(4)), lastName: oneLine(textAt(5)), address: textAt(6) }
  return ask('POST', 'orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [], merchandiseIds: bought })
}

async function reserve(ask: Ask, programme: readonly { show: number }[]): Promise<void> {
  const { sectors } = await ask('GET', `seatingplans/event-show/${programme[0]?.show}`)
  const open = sectors.find(({ isAvailable }: { isAvailable: boolean }) => isAvailable)
  const seatingPlanPlaceIds = [open.places[0].id]
  for (const { show } of programme) await ask('POST', 'tickets', { eventShowId: show, seatingPlanPlaceIds })
}

async function uploadPicture(request: APIRequestContext): Promise<Made> {
  const login = await request.post(shopUrl('api/v1/authentication'), { data: ADMIN })
  const reply = await request.post(shopUrl('api/v1/images'), {
    headers: { authorization: await login.text() },
    multipart: { file: { ...png, name: '"><img src=x onerror=canary()>.png' } },
  })
  return reply.json()
}
