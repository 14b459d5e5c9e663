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

test('reads every state as it was written', () => {
  fc.assert(
    fc.property(state, (state) => {
      expect(readState(writeState(state))).toEqual(state)
    }),
  )
})

test('takes 12.5 kB for a hundred thousand places', () => {
  expect(writeState({ taken: new Uint8Array(100_000).fill(1), standing: [] }).length).toBeLessThan(12_510)
})

test('refuses bytes that are no state with a RangeError', () => {
  const bytes = writeState({ taken: Uint8Array.of(0, 1, 1, 0, 1), standing: [{ index: 4, occupied: 7, capacity: 20 }] })
  for (let end = 0; end < bytes.length; end++) expect(() => readState(bytes.slice(0, end))).toThrow(RangeError)
  expect(() => readState(Uint8Array.of(...bytes, 0))).toThrow('another length')
  expect(() => readState(Uint8Array.of(3, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0))).toThrow('more than 1000000')
  expect(() => readState(Uint8Array.of(3, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0))).toThrow('another length')
  expect(() => readState(Uint8Array.of(9, ...bytes.slice(1)))).toThrow('another version')
  expect(() =>
    readState(writeState({ taken: Uint8Array.of(0), standing: [{ index: 1, occupied: 0, capacity: 1 }] })),
  ).toThrow('does not have that standing place')
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
