import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { MOST_PLACES, STATE_VERSION } from './versions.ts'

/** How full a standing place is; `index` is its place in the plan. */
export type StandingState = { readonly index: number; readonly occupied: number; readonly capacity: number }

/** How the places of a plan stand: 1 for each seat that is taken, else 0, in the order of the plan's columns. */
export type SeatingState = { readonly taken: Uint8Array; readonly standing: readonly StandingState[] }

const SEATS_IN_A_BYTE = 8

/** The state of a plan's places in its compact form. */
export function writeState({ taken, standing }: SeatingState): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(Math.ceil(taken.length / SEATS_IN_A_BYTE))
  for (let index = 0; index < taken.length; index++) {
    const at = Math.floor(index / SEATS_IN_A_BYTE)
    packed[at] = (packed[at] ?? 0) | ((taken[index] ?? 0) << (index % SEATS_IN_A_BYTE))
  }
  const writer = new ByteWriter()
  writer.whole(STATE_VERSION)
  writer.whole(taken.length)
  writer.bytes(packed)
  writer.whole(standing.length)
  for (const { index, occupied, capacity } of standing) {
    writer.whole(index)
    writer.whole(occupied)
    writer.whole(capacity)
  }
  return writer.written()
}

/** Reads what `writeState` wrote. Throws a RangeError for bytes that are no state. */
export function readState(bytes: Uint8Array): SeatingState {
  const reader = new ByteReader(bytes)
  if (reader.whole() !== STATE_VERSION) throw new RangeError('The state of the places is of another version')
  const taken = new Uint8Array(reader.whole(MOST_PLACES))
  const packed = reader.bytes(Math.ceil(taken.length / SEATS_IN_A_BYTE))
  for (let at = 0; at < packed.length; at++) {
    // Bits beyond the last seat fall off its end.
    let index = at * SEATS_IN_A_BYTE
    for (let bits = packed[at] ?? 0; bits > 0; bits >>= 1) taken[index++] = bits & 1
  }
  const standing = Array.from({ length: reader.count() }, () => ({
    index: reader.whole(taken.length - 1),
    occupied: reader.whole(),
    capacity: reader.whole(),
  }))
  reader.end()
  return { taken, standing }
}
