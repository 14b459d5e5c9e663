import { expect, test } from 'vitest'
import { findPlace, packPlaces, packTickets, type SetPlace, type SetTicket, unpackTickets } from './entry-set.ts'
import type { PlaceId, SectorId, TicketId } from '../ids.ts'

test('packs tickets in every state, and unpacks the same', () => {
  const states = (['NEVER', 'INSIDE', 'LEFT'] as const).flatMap((presence) =>
    [true, false].map((isDisputed) => ({ presence, isDisputed, isRefunded: false })),
  )
  const refunded = { presence: 'NEVER', isDisputed: false, isRefunded: true } as const
  const tickets = [...states, refunded].map((state, index): SetTicket => {
    return { ...state, id: (100 + index ** 2) as TicketId, issue: index === 3 ? 7 : 1 }
  })
  const packed = packTickets(tickets)
  expect(packed.issues).toEqual([[3, 7]])
  const expected = tickets.map(({ id, ...ticket }) => [id, ticket])
  expect([...unpackTickets(packed)]).toEqual(expected)
  expect(unpackTickets(packTickets([])).size).toBe(0)
})

test('packs rows of seats with any step, and finds each place', () => {
  const place = (id: number, rowName: string, seatNumber: number, sectorId = 1): SetPlace => ({
    ...{ id: id as PlaceId, sectorId: sectorId as SectorId, placeType: 'SITTING', rowName, seatNumber },
  })
  const places = [
    ...[1, 2, 3].map((seat) => place(10 + seat, 'A', seat)),
    ...[9, 7, 5].map((seat, index) => place(14 + index, 'B', seat)),
    ...[place(20, 'B', 3), place(21, 'B', 4, 2), place(30, '', 0)],
  ]
  const runs = packPlaces(places)
  expect(runs).toHaveLength(5)
  for (const each of places) expect(findPlace(runs, each.id)).toEqual(each)
  for (const id of [10, 17, 22, 31]) expect(findPlace(runs, id as PlaceId)).toBeUndefined()
})
