import type { PlaceId } from '#domain/ids.ts'

/** Ids so far apart that a table of all between them would be mostly empty. */
const SPARSE = 8

const NOWHERE = -1

/** Answers where an id stands in a column of ids. Neighbouring ids, as a plan has them, are looked up in a table. */
export function lookupIn(placeIds: Int32Array): (placeId: PlaceId) => number | undefined {
  let [lowest = 0, highest = -1] = [placeIds[0], placeIds[0]]
  for (const id of placeIds) {
    if (id < lowest) lowest = id
    if (id > highest) highest = id
  }
  if (highest - lowest > SPARSE * placeIds.length) {
    const indexes = new Map<number, number>(Array.from(placeIds, (id, index) => [id, index]))
    return (placeId) => indexes.get(placeId)
  }
  const table = new Int32Array(Math.max(0, highest - lowest + 1)).fill(NOWHERE)
  for (let index = 0; index < placeIds.length; index++) table[(placeIds[index] ?? 0) - lowest] = index
  return (placeId) => {
    const index = table[placeId - lowest] ?? NOWHERE
    return index === NOWHERE ? undefined : index
  }
}
