import type * as z from 'zod/mini'
import type { artist } from '#contract/artists.ts'
import type { merchandisePurchase } from '#contract/cart.ts'
import type { event } from '#contract/events.ts'
import type { payment } from '#contract/payments.ts'
import type { invoice } from '#contract/invoices.ts'
import type { location } from '#contract/locations.ts'
import type { merchandiseProduct } from '#contract/merchandise.ts'
import type { showDetail } from '#contract/shows.ts'
import type { ticket } from '#contract/tickets.ts'

/** The JSON that a schema of the contract allows, with plain numbers for ids and amounts. */
type Wire<Schema extends z.ZodMiniType> = Plain<z.output<Schema>>
type Plain<Value> = Value extends number
  ? number
  : Value extends object
    ? { [Key in keyof Value]: Plain<Value[Key]> }
    : Value

export const givenArtist = { id: 1, firstName: 'Maria', lastName: 'Lind', stageName: '' } satisfies Wire<typeof artist>

export const givenLocation = {
  id: 1,
  name: 'Opera',
  address: 'Ring 1',
  city: 'Wien',
  postalCode: '1010',
  country: 'Austria',
  timeZone: 'Europe/Vienna',
} satisfies Wire<typeof location>

export const givenEvent = {
  id: 1,
  title: 'Tosca',
  type: 'OPERA',
  description: 'She sings.',
  startTime: null,
  endTime: null,
  duration: null,
  imageName: null,
} satisfies Wire<typeof event>

export const givenShow = {
  id: 7,
  name: 'Premiere',
  event: { id: 1, title: 'Tosca', type: 'OPERA', imageName: null },
  artist: givenArtist,
  location: givenLocation,
  seatingPlan: { id: 1, name: 'Hall', version: '1-a' },
  startTime: '2099-07-01T17:30:00.000Z',
  endTime: '2099-07-01T20:00:00.000Z',
  price: 4500,
  priceFrom: 1500,
  maxReservations: 20,
} satisfies Wire<typeof showDetail>

export const givenTicket = {
  id: 5,
  price: 4500,
  placeId: 9,
  ticketState: 'RESERVED',
  placeType: 'SITTING',
  seatingPlanRowName: 'C',
  seatingPlanSectorName: 'Stalls',
  seatNumber: 14,
  reservedUntil: '2099-07-01T17:00:00.000Z',
  eventShow: {
    id: 7,
    name: 'Premiere',
    startTime: '2099-07-01T17:30:00.000Z',
    eventTitle: 'Tosca',
    locationName: 'Opera',
    timeZone: 'Europe/Vienna',
  },
} satisfies Wire<typeof ticket>

export const givenProduct = {
  id: 3,
  name: 'Mug',
  description: 'To drink from.',
  price: 1650,
  points: 165,
  stock: 9,
  itemsPerCustomer: 3,
  imageName: null,
  state: 'ON_SALE',
} satisfies Wire<typeof merchandiseProduct>

export const givenLine = {
  id: 4,
  quantity: 2,
  price: 1650,
  points: 165,
  usePoints: false,
  merchandiseProduct: { id: 3, name: 'Mug', stock: 9, itemsPerCustomer: 3, imageName: null },
} satisfies Wire<typeof merchandisePurchase>

export const givenInvoice = {
  id: 8,
  invoiceNumber: '2099-000008',
  invoiceType: 'NORMAL',
  invoiceDate: '2099-06-01T10:15:00.000Z',
  deliveryDate: '2099-06-01T10:15:00.000Z',
  paymentType: 'VISA',
  paidBy: null,
  customer: { name: 'Zofia', lastName: 'Nowak', address: 'Ring 2' },
  seller: { name: 'Foyer', address: 'Ring 3', vatId: 'ATU1', email: 'shop@foyer.example', timeZone: 'Europe/Vienna' },
  cancelsInvoiceNumber: null,
  total: 4500,
  items: [{ name: 'Stalls, row C, seat 14', quantity: 1, price: 4500, VAT: 13, usePoints: false, points: 45 }],
} satisfies Wire<typeof invoice>

/** A payment that can be paid on the page of its provider. */
export const givenPayment = {
  id: 6,
  state: 'OPEN',
  total: 4500,
  points: 0,
  payUntil: '2099-06-01T18:15:00.000Z',
  redirectUrl: 'https://pay.example/6',
  instructions: null,
  invoiceId: null,
} satisfies Wire<typeof payment>

/** Creates a paged response of copies of an element. */
export function givenPaged<Thing extends object>(thing: Thing, count: number, total = count) {
  return { total, elements: Array.from({ length: count }, (_, index) => ({ ...thing, id: index + 1 })) }
}
