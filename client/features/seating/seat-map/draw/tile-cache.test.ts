import { expect, test } from 'vitest'
import { TileCache } from './tile-cache.ts'

const CAPACITY = 128

function givenCache() {
  const created: CanvasRenderingContext2D[] = []
  const cache = new TileCache(() => {
    const ctx = {} as CanvasRenderingContext2D
    created.push(ctx)
    return ctx
  })
  return { cache, created }
}

test('keeps tiles by scale and position', () => {
  const { cache } = givenCache()
  const tile = cache.take(2, 3, 4, 1)
  expect(cache.find(2, 3, 4)).toBe(tile)
  expect(cache.find(4, 3, 4)).toBeUndefined()
  expect([...cache.tilesAt(2)]).toEqual([tile])
})

test('lists the most recently drawn scale last', () => {
  const { cache } = givenCache()
  for (const scale of [1, 2, 1]) cache.take(scale, scale, cache.scales().length, 1)
  expect(cache.scales()).toEqual([2, 1])
})

test('reuses the least recently used tile above 32 MB', () => {
  const { cache, created } = givenCache()
  for (let column = 0; column < CAPACITY; column++) cache.take(1, column, 0, column)
  const seenAgain = cache.find(1, 0, 0)
  if (seenAgain) seenAgain.usedAt = 500
  cache.take(1, 999, 0, 501)
  expect(created).toHaveLength(CAPACITY)
  expect(cache.find(1, 0, 0)).toBe(seenAgain)
  expect(cache.find(1, 1, 0)).toBeUndefined()
})

test('never evicts tiles of the current frame', () => {
  const { cache, created } = givenCache()
  for (let column = 0; column < CAPACITY + 20; column++) cache.take(1, column, 0, 7)
  expect(created).toHaveLength(CAPACITY + 20)
  expect([...cache.tiles()]).toHaveLength(CAPACITY + 20)
})
