import { MOST_PLACES, STATE_VERSION } from './versions.ts'

/** How full a standing place is; `index` is its place in the plan. */
export type StandingState = { readonly index: number; readonly occupied: number; readonly capacity: number }

/** How the places of a plan stand: 1 for each seat that is taken, else 0, in the order of the plan's columns. */
export type SeatingState = { readonly taken: Uint8Array; readonly standing: readonly StandingState[] }

/** The version in one byte, then how many places and how many standing places there are. */
const HEADER_BYTES = 9
/** Index, occupied and capacity. */
const STANDING_BYTES = 12

/** Writes the state of a plan's places: a header, one bit for each place, and three numbers for each standing place. */
export function writeState({ taken, standing }: SeatingState): Uint8Array<ArrayBuffer> {
  const standingAt = HEADER_BYTES + Math.ceil(taken.length / 8)
  const bytes = new Uint8Array(standingAt + standing.length * STANDING_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, STATE_VERSION)
  view.setUint32(1, taken.length)
  view.setUint32(5, standing.length)
  // Eight places of a byte at once: a server writes a stadium for each read of its state.
  for (let at = HEADER_BYTES, index = 0; at < standingAt; at += 1, index += 8) {
    let byte = 0
    for (let bit = 0; bit < 8; bit += 1) byte |= (taken[index + bit] ?? 0) << bit
    bytes[at] = byte
  }
  for (const [nth, { index, occupied, capacity }] of standing.entries()) {
    const at = standingAt + nth * STANDING_BYTES
    view.setUint32(at, index)
    view.setUint32(at + 4, occupied)
    view.setUint32(at + 8, capacity)
  }
  return bytes
}

/** Reads what `writeState` wrote. Throws a RangeError for bytes that are no state. */
export function readState(bytes: Uint8Array): SeatingState {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_BYTES) throw new RangeError('The state of the places is too short')
  if (view.getUint8(0) !== STATE_VERSION) throw new RangeError('The state of the places is of another version')
  const [places, standingPlaces] = [view.getUint32(1), view.getUint32(5)]
  const standingAt = HEADER_BYTES + Math.ceil(places / 8)
  if (places > MOST_PLACES) throw new RangeError(`${places} places are more than ${MOST_PLACES}`)
  if (bytes.length !== standingAt + standingPlaces * STANDING_BYTES) {
    throw new RangeError('The state of the places has another length than it should have')
  }
  const taken = new Uint8Array(places)
  for (let index = 0; index < places; index++) {
    taken[index] = ((bytes[HEADER_BYTES + (index >> 3)] ?? 0) >> (index & 7)) & 1
  }
  const standing = Array.from({ length: standingPlaces }, (_, nth) => {
    const at = standingAt + nth * STANDING_BYTES
    return { index: view.getUint32(at), occupied: view.getUint32(at + 4), capacity: view.getUint32(at + 8) }
  })
  if (standing.some(({ index }) => index >= places)) throw new RangeError('The plan does not have that standing place')
  return { taken, standing }
}
