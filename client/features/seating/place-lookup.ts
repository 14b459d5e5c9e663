import type { PlaceId } from '#domain/ids.ts'

/** The ratio of the id range to the number of ids from which an array would be mostly empty. */
const SPARSE = 8

const ABSENT = -1

type Lookup = (placeId: PlaceId) => number | undefined

/** Returns a function from an id to its index, which is built by the first call. */
export function placeLookup(placeIds: Int32Array): Lookup {
  let lookup: Lookup | undefined
  return (placeId) => (lookup ??= buildLookup(placeIds))(placeId)
}

/** Uses an array for dense ids, as plans have them, else a map. */
function buildLookup(placeIds: Int32Array): Lookup {
  let [lowest = 0, highest = -1] = [placeIds[0], placeIds[0]]
  // Without an iterator, which is slow as long as the browser has not compiled the loop.
  for (let index = 0; index < placeIds.length; index++) {
    const id = placeIds[index] ?? 0
    if (id < lowest) lowest = id
    if (id > highest) highest = id
  }
  if (highest - lowest > SPARSE * placeIds.length) {
    const indexes = new Map<number, number>(Array.from(placeIds, (id, index) => [id, index]))
    return (placeId) => indexes.get(placeId)
  }
  const table = new Int32Array(Math.max(0, highest - lowest + 1)).fill(ABSENT)
  for (let index = 0; index < placeIds.length; index++) table[(placeIds[index] ?? 0) - lowest] = index
  return (placeId) => {
    const index = table[placeId - lowest] ?? ABSENT
    return index === ABSENT ? undefined : index
  }
}
