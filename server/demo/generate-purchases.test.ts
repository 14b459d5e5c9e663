import { expect, test } from 'vitest'
import type { PlaceId, ProductId, SeatingPlanId, ShowId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { BoxOffice } from './box-office.ts'
import { generatePurchases } from './generate-purchases.ts'

const timeZone = 'Europe/Vienna'
const seatingPlanId = 1 as SeatingPlanId
const places = Array.from({ length: 400 }, (_, index) => ({
  id: (index + 1) as PlaceId,
  seatingPlanId,
  placeType: 'SITTING' as const,
  sectorName: 'Stalls',
  rowName: String(Math.floor(index / 20) + 1),
  seatNumber: (index % 20) + 1,
  pricePercent: 100,
  capacity: 1,
}))
const shows = ['2026-11-19', '2026-11-21', '2026-11-24', '2027-03-01'].map((day, index) => ({
  id: (index + 1) as ShowId,
  eventTitle: 'Tosca',
  showName: 'Tosca',
  eventType: 'OPERA' as const,
  startsAt: new Date(`${day}T18:30:00.000Z`),
  price: cents(4_500),
  vatPercent: 13,
  seatingPlanId,
  timeZone,
}))

const products = [
  {
    id: 1 as ProductId,
    name: 'Mug',
    price: cents(900),
    points: 0,
    stock: 1_000,
    itemsPerCustomer: 1_000,
    vatPercent: 20,
  },
]

function soldAt(now: string): string[] {
  const shop = { shows, products, buyers: [1, 2, 3] as UserId[], boxOffice: new BoxOffice(places), timeZone }
  const purchases = generatePurchases({ ...shop, now: new Date(now) })
  return purchases.flatMap(({ tickets }) => tickets.map(({ show, place }) => `${show.id}: ${place.id}`))
}

test('generates the same tickets at any hour of a day', () => {
  const morning = soldAt('2026-11-21T05:00:00.000Z')
  expect(morning.length).toBeGreaterThan(100)
  expect(soldAt('2026-11-21T18:00:00.000Z')).toEqual(morning)
  expect(soldAt('2026-11-21T22:59:00.000Z')).toEqual(morning)
  expect(soldAt('2026-11-20T23:01:00.000Z')).toEqual(morning)
})
