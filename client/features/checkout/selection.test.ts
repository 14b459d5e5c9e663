import { expect, test } from 'vitest'
import type { MerchandisePurchaseId, PlaceId, ProductId, ShowId, TicketId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { givenPayment } from '#client/testing/sample-data.ts'
import {
  type CartLine,
  type CartPayment,
  costOfSelection,
  groupByShow,
  pointsWithheldFor,
  quantityChoices,
} from './selection.ts'

function ticketOf(show: number, id: number, price = 4_550) {
  return {
    id: id as TicketId,
    price: cents(price),
    placeId: id as PlaceId,
    ticketState: 'RESERVED' as const,
    placeType: 'SITTING' as const,
    seatingPlanRowName: 'A',
    seatingPlanSectorName: 'Stalls',
    seatNumber: id,
    reservedUntil: '2026-05-01T17:00:00.000Z',
    eventShow: {
      id: show as ShowId,
      name: 'Evening',
      startTime: '2026-05-01T17:30:00.000Z',
      eventTitle: 'Hamlet',
      locationName: 'Old House',
      timeZone: 'Europe/Vienna',
    },
  }
}

function lineOf(given: Partial<CartLine> & { itemsPerCustomer?: number } = {}): CartLine {
  const { itemsPerCustomer = 5, ...line } = given
  return {
    id: 1 as MerchandisePurchaseId,
    quantity: 2,
    price: cents(1_290),
    points: 300,
    usePoints: false,
    merchandiseProduct: { id: 1 as ProductId, name: 'Mug', stock: 10, itemsPerCustomer, imageName: null },
    ...line,
  }
}

test('computes money, points to spend and points to earn of a selection', () => {
  const cost = costOfSelection({
    tickets: [ticketOf(1, 1), ticketOf(1, 2, 1_099)],
    merchandisePurchases: [lineOf(), lineOf({ usePoints: true, quantity: 3 })],
  })
  expect(cost).toEqual({
    total: 4_550 + 1_099 + 2 * 1_290,
    points: 900,
    earned: 45 + 10 + 2 * 12,
    ticketCount: 2,
    ticketTotal: 5_649,
    pieceCount: 5,
    pieceTotal: 2_580,
  })
})

test('counts points that a payment under way has withheld for the selected lines', () => {
  const cart = { tickets: [], merchandisePurchases: [lineOf({ usePoints: true })] }
  const payment = { ...givenPayment, points: 600, ticketIds: [], merchandiseIds: [1] } as unknown as CartPayment
  expect(pointsWithheldFor(cart, [payment])).toBe(600)
  expect(pointsWithheldFor({ ...cart, merchandisePurchases: [] }, [payment])).toBe(0)
  expect(pointsWithheldFor(cart)).toBe(0)
})

test('groups tickets by show in the order of the shows', () => {
  const groups = groupByShow([ticketOf(2, 1), ticketOf(1, 2), ticketOf(2, 3)])
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([[1, 3], [2]])
})

test('offers quantities from 1 to the limit per customer', () => {
  expect(quantityChoices(lineOf({ itemsPerCustomer: 3 }))).toEqual([1, 2, 3])
})

test('caps the choices of a product with a huge limit and keeps the current one', () => {
  const choices = quantityChoices(lineOf({ itemsPerCustomer: 1_000_000, quantity: 250 }))
  expect(choices).toHaveLength(101)
  expect(choices.at(-1)).toBe(250)
})
