import { afterEach, expect, test, vi } from 'vitest'
import { remembered, rested } from './async-cache.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the values that were asked for last are remembered, and made once', async () => {
  const made: number[] = []
  const squareOf = remembered(
    async (number: number) => {
      made.push(number)
      return number * number
    },
    { limit: 2, by: String },
  )
  expect(await Promise.all([squareOf(2), squareOf(2), squareOf(3)])).toEqual([4, 4, 9])
  await squareOf(2)
  await squareOf(4)
  await squareOf(2)
  await squareOf(3)
  expect(made).toEqual([2, 3, 4, 3])
})

test('a failure is not remembered', async () => {
  let fails = true
  const answer = async () => {
    if (fails) throw new Error('not now')
    return 'now'
  }
  for (const ask of [remembered(answer, { limit: 5, by: String }), rested(answer, { by: String })]) {
    fails = true
    await expect(ask(1)).rejects.toThrow('not now')
    fails = false
    expect(await ask(1)).toBe('now')
  }
})

test('what takes long to make is made again only after a rest of ten times as long', async () => {
  vi.useFakeTimers()
  let made = 0
  const slow = rested(
    async (_key: string) => {
      made += 1
      await new Promise((resolve) => setTimeout(resolve, 30))
      return made
    },
    { by: (key) => key },
  )
  const asked = Promise.all([slow('a'), slow('a'), slow('b')])
  await vi.advanceTimersByTimeAsync(30)
  expect(await asked).toEqual([2, 2, 2])
  await vi.advanceTimersByTimeAsync(299)
  await slow('a')
  expect(made).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  void slow('a')
  expect(made).toBe(3)
})
