import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readState, writeState } from './state.ts'

const state = fc.array(fc.nat(1), { maxLength: 50 }).chain((taken) =>
  fc.record({
    taken: fc.constant(Uint8Array.from(taken)),
    standing:
      taken.length === 0
        ? fc.constant([])
        : fc.array(
            fc.record({
              index: fc.nat(taken.length - 1),
              occupied: fc.nat(0x7fff_ffff),
              capacity: fc.nat(0x7fff_ffff),
            }),
            { maxLength: 5 },
          ),
  }),
)

test('a state arrives as it was sent', () => {
  fc.assert(
    fc.property(state, (state) => {
      expect(readState(writeState(state))).toEqual(state)
    }),
  )
})

test('a hundred thousand places take 12.5 kB', () => {
  expect(writeState({ taken: new Uint8Array(100_000).fill(1), standing: [] }).length).toBeLessThan(12_510)
})

test('bytes that are no state are refused with a sentence', () => {
  const bytes = writeState({ taken: Uint8Array.of(0, 1, 1, 0, 1), standing: [{ index: 4, occupied: 7, capacity: 20 }] })
  for (let end = 0; end < bytes.length; end++) expect(() => readState(bytes.slice(0, end))).toThrow(RangeError)
  expect(() => readState(Uint8Array.of(...bytes, 0))).toThrow('more bytes')
  expect(() => readState(Uint8Array.of(2, 0xff, 0xff, 0xff, 0x7f))).toThrow('is more than 1000000')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      try {
        readState(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})
