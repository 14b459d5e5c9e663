import { expect, test } from 'vitest'
import type { PlaceId, UserId } from '../ids.ts'
import { allotPlaces, type PlacesHeld, type PlacesRequest } from './place-allotment.ts'

const nothing: PlacesHeld = { holderOf: new Map(), heldBy: new Map(), heldFrom: new Map(), roomOn: new Map() }
const limits = { MAX_RESERVATIONS_PER_SHOW: 4, MAX_RESERVATIONS: 6, maxOfNetwork: 5 }

function wants(user: number, ids: readonly number[], network: string | null = null): PlacesRequest {
  const seats = ids.map((id) => ({ id: id as PlaceId, sectorName: 'Stalls', rowName: 'A', seatNumber: id }))
  return { userId: user as UserId, network, seats, standing: [] }
}

const codes = (requests: readonly PlacesRequest[], held = nothing) =>
  allotPlaces(requests, held, limits).map(({ refusal, beatenBy }) => [refusal?.code, ...beatenBy])

const heldBy = (user: number, held: { ofShow: number; ofCustomer: number }): PlacesHeld => ({
  ...nothing,
  heldBy: new Map([[user as UserId, held]]),
})

test('gives each seat to the request that came first', () => {
  expect(codes([wants(1, [1, 2]), wants(2, [2, 3]), wants(3, [4])])).toEqual([
    [undefined],
    ['seats_taken', 0],
    [undefined],
  ])
})

test('takes nothing for a refused request', () => {
  expect(codes([wants(1, [1]), wants(2, [1, 2]), wants(3, [2])])).toEqual([
    [undefined],
    ['seats_taken', 0],
    [undefined],
  ])
})

test('names every earlier request that took a wanted seat', () => {
  expect(codes([wants(1, [1]), wants(2, [2]), wants(3, [1, 2])])[2]).toEqual(['seats_taken', 0, 1])
})

test('is beaten by nobody in the batch when only seats that were held before are lost', () => {
  const held = { ...nothing, holderOf: new Map([[2 as PlaceId, 9 as UserId]]) }
  expect(codes([wants(1, [1]), wants(3, [2, 3])], held)[1]).toEqual(['seats_taken'])
})

test('is decided again without an earlier request whose seat its refusal names beside a held one', () => {
  const held = { ...nothing, holderOf: new Map([[2 as PlaceId, 9 as UserId]]) }
  expect(codes([wants(1, [1]), wants(3, [1, 2])], held)[1]).toEqual(['seats_taken', 0])
})

test('tells own seats from those of others and of holds', () => {
  const holderOf = new Map<PlaceId, UserId | null>([
    [1 as PlaceId, 1 as UserId],
    [2 as PlaceId, 2 as UserId],
    [3 as PlaceId, null],
  ])
  const [allotment] = allotPlaces([wants(1, [1, 2, 3, 4])], { ...nothing, holderOf }, limits)
  expect(allotment?.refusal?.details).toMatchObject({
    places: [{ seatNumber: 2 }, { seatNumber: 3 }],
    own: [{ seatNumber: 1 }],
  })
})

test('keeps the limits of a customer', () => {
  expect(codes([wants(1, [1])], heldBy(1, { ofShow: 3, ofCustomer: 5 }))).toEqual([[undefined]])
  expect(codes([wants(1, [1])], heldBy(1, { ofShow: 4, ofCustomer: 4 }))).toEqual([['too_many_reservations']])
  expect(codes([wants(1, [1])], heldBy(1, { ofShow: 0, ofCustomer: 6 }))).toEqual([['too_many_reservations']])
})

test('keeps the share of a client network over all its requests', () => {
  const held = { ...nothing, heldFrom: new Map([['home', 2]]) }
  const requests = [wants(1, [1, 2], 'home'), wants(2, [3, 4], 'home'), wants(3, [5], 'home'), wants(4, [6, 7], 'else')]
  expect(codes(requests, held)).toEqual([[undefined], ['too_many_reservations', 0], [undefined], [undefined]])
})

test('is beaten by nobody in the batch when the network held too much before', () => {
  const held = { ...nothing, heldFrom: new Map([['home', 5]]) }
  expect(codes([wants(1, [1], 'home')], held)).toEqual([['too_many_reservations']])
})

const STANDING = 50 as PlaceId

function wantsStanding(user: number, quantity: number, seats: readonly number[] = [], network: string | null = null) {
  return { ...wants(user, seats, network), standing: [{ id: STANDING, quantity }] }
}
const roomFor = (people: number): PlacesHeld => ({ ...nothing, roomOn: new Map([[STANDING, people]]) })

test('fills a standing place in the order of arrival, and never beyond its room', () => {
  const requests = [wantsStanding(1, 2), wantsStanding(2, 2), wantsStanding(3, 1), wantsStanding(4, 1)]
  expect(codes(requests, roomFor(3))).toEqual([[undefined], ['standing_full', 0], [undefined], ['standing_full', 0, 2]])
})

test('is beaten by nobody in the batch when a standing place had too little room before', () => {
  expect(codes([wantsStanding(1, 1), wantsStanding(2, 3)], roomFor(2))).toEqual([[undefined], ['standing_full']])
})

test('takes neither seats nor room for a refused request', () => {
  const requests = [wants(1, [1]), wantsStanding(2, 1, [1]), wantsStanding(3, 1, [2]), wantsStanding(4, 2, [3])]
  expect(codes(requests, roomFor(2))).toEqual([[undefined], ['seats_taken', 0], [undefined], ['standing_full', 2]])
  expect(codes([wantsStanding(1, 3, [1]), wants(2, [1])], roomFor(2))).toEqual([['standing_full'], [undefined]])
})

test('counts people on standing places in the limits of customer and network', () => {
  expect(codes([wantsStanding(1, 5)], roomFor(9))).toEqual([['too_many_reservations']])
  const requests = [wantsStanding(1, 3, [1], 'home'), wantsStanding(2, 2, [], 'home'), wantsStanding(3, 1, [], 'home')]
  expect(codes(requests, roomFor(9))).toEqual([[undefined], ['too_many_reservations', 0], [undefined]])
})
