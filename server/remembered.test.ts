import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { remembered, rested } from './remembered.ts'

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
  let made = 0
  const slow = rested(
    async (_key: string) => {
      made += 1
      await wait(30)
      return made
    },
    { by: (key) => key },
  )
  expect(await Promise.all([slow('a'), slow('a'), slow('b')])).toEqual([expect.any(Number), expect.any(Number), 2])
  await wait(100)
  await slow('a')
  expect(made).toBe(2)
  await wait(400)
  await slow('a')
  expect(made).toBe(3)
})
