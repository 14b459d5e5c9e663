import { expect, test } from 'vitest'
import { TileCache } from './tile-cache.ts'

const ROOM_FOR = 128

function givenCache() {
  const made: CanvasRenderingContext2D[] = []
  const cache = new TileCache(() => {
    const surface = {} as CanvasRenderingContext2D
    made.push(surface)
    return surface
  })
  return { cache, made }
}

test('tiles are kept by scale and place', () => {
  const { cache } = givenCache()
  const tile = cache.take(2, 3, 4, 1)
  expect(cache.find(2, 3, 4)).toBe(tile)
  expect(cache.find(4, 3, 4)).toBeUndefined()
  expect([...cache.tilesAt(2)]).toEqual([tile])
})

test('the scale drawn last stands at the end', () => {
  const { cache } = givenCache()
  for (const scale of [1, 2, 1]) cache.take(scale, scale, cache.scales().length, 1)
  expect(cache.scales()).toEqual([2, 1])
})

test('32 MB are used over and over: the tile not seen for longest gives way', () => {
  const { cache, made } = givenCache()
  for (let column = 0; column < ROOM_FOR; column++) cache.take(1, column, 0, column)
  const seenAgain = cache.find(1, 0, 0)
  if (seenAgain) seenAgain.usedAt = 500
  cache.take(1, 999, 0, 501)
  expect(made).toHaveLength(ROOM_FOR)
  expect(cache.find(1, 0, 0)).toBe(seenAgain)
  expect(cache.find(1, 1, 0)).toBeUndefined()
})

test('what is on the screen in this frame is never taken away, however much that is', () => {
  const { cache, made } = givenCache()
  for (let column = 0; column < ROOM_FOR + 20; column++) cache.take(1, column, 0, 7)
  expect(made).toHaveLength(ROOM_FOR + 20)
  expect([...cache.tiles()]).toHaveLength(ROOM_FOR + 20)
})
