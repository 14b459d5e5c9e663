import { expect, test } from 'vitest'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { MAX_PAYLOAD_BYTES, payloadsOf, readPayload } from './bus-payload.ts'

const place = (showId: number, placeId: number, what: 'PLACE' | 'TICKET' = 'PLACE') => ({
  ...{ what, showId: showId as ShowId, placeId: placeId as PlaceId },
})

test('writes each place once, grouped by show', () => {
  const places = [place(13, 7), place(12, 502), place(12, 501), place(12, 502)]
  expect(payloadsOf('me', places)).toEqual(['me 12:501,502 13:7'])
  expect(readPayload('me 12:501,502 13:7')).toEqual({
    sender: 'me',
    changes: [place(12, 501), place(12, 502), place(13, 7)],
  })
  expect(payloadsOf('me', [])).toEqual([])
})

test('tells changes of tickets and of entry from those of places', () => {
  const entry = { what: 'ENTRY', showId: 12 as ShowId } as const
  const changes = [place(12, 502, 'TICKET'), entry, place(12, 501), place(12, 501, 'TICKET'), entry]
  expect(payloadsOf('me', changes)).toEqual(['me e12 12:501 t12:501,502'])
  expect(readPayload('me e12 12:501 t12:501,502').changes).toEqual([
    ...[entry, place(12, 501), place(12, 501, 'TICKET'), place(12, 502, 'TICKET')],
  ])
})

test('tells changed lists once', () => {
  const changes = [{ what: 'LISTS' } as const, place(12, 501), { what: 'LISTS' } as const]
  expect(payloadsOf('me', changes)).toEqual(['me 12:501 l'])
  expect(readPayload('me 12:501 l').changes).toEqual([place(12, 501), { what: 'LISTS' }])
})

test('splits places over several payloads and loses none', () => {
  const places = Array.from({ length: 5_000 }, (_, index) =>
    place(1 + Math.floor(index / 3_000), 1_000_000_000 + index),
  )
  const payloads = payloadsOf('me', places)
  expect(payloads.length).toBeGreaterThan(5)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES)
  expect(payloads.flatMap((payload) => readPayload(payload).changes)).toEqual(places)
})

test('reads no changes from a payload of another form', () => {
  for (const payload of ['', 'me', 'me x:y', 'me 1', 'me :,', 'select 1', 'me t12', 'me x12:5', 'me e', 'me e12:']) {
    expect(readPayload(payload).changes, payload).toEqual([])
  }
})
