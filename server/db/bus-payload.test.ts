import { expect, test } from 'vitest'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { MAX_PAYLOAD_BYTES, payloadsOf, readPayload } from './bus-payload.ts'

const place = (showId: number, placeId: number) => ({ showId: showId as ShowId, placeId: placeId as PlaceId })

test('writes each place once, grouped by show', () => {
  const places = [place(13, 7), place(12, 502), place(12, 501), place(12, 502)]
  expect(payloadsOf('me', places)).toEqual(['me 12:501,502 13:7'])
  expect(readPayload('me 12:501,502 13:7')).toEqual({
    sender: 'me',
    places: [place(12, 501), place(12, 502), place(13, 7)],
  })
  expect(payloadsOf('me', [])).toEqual([])
})

test('splits places over several payloads and loses none', () => {
  const places = Array.from({ length: 5_000 }, (_, index) =>
    place(1 + Math.floor(index / 3_000), 1_000_000_000 + index),
  )
  const payloads = payloadsOf('me', places)
  expect(payloads.length).toBeGreaterThan(5)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES)
  expect(payloads.flatMap((payload) => readPayload(payload).places)).toEqual(places)
})

test('reads no places from a payload of another form', () => {
  for (const payload of ['', 'me', 'me x:y', 'me 1', 'me :,', 'select 1']) {
    expect(readPayload(payload).places, payload).toEqual([])
  }
})
