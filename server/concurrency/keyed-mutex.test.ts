import { expect, test } from 'vitest'
import { runExclusive } from './keyed-mutex.ts'

test('runs the work of a key one after the other, also after a failure, and other keys at once', async () => {
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await new Promise(setImmediate)
    events.push(`${name} ends`)
    if (name === 'a1') throw new Error('broken')
  }
  const failing = runExclusive('a', work('a1'))
  const others = [runExclusive('a', work('a2')), runExclusive('b', work('b1'))]
  await expect(failing).rejects.toThrow('broken')
  await Promise.all(others)
  expect(events.filter((event) => event.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(events.indexOf('b1 begins')).toBeLessThan(events.indexOf('a1 ends'))
})

test('waits in the given way, for work that runs, and never begins before its end', async () => {
  const events: string[] = []
  const waiting = async (until: () => Promise<void>) => {
    events.push('leaves')
    await until()
    events.push('enters')
  }
  const end = Promise.withResolvers<void>()
  const first = runExclusive('a', () => end.promise, waiting)
  const refused = runExclusive(
    'a',
    async () => events.push('worked'),
    async (until) => {
      await until()
      throw new Error('refused')
    },
  )
  const last = runExclusive('a', async () => events.push('last'), waiting)
  await new Promise(setImmediate)
  expect(events).toEqual(['leaves'])
  end.resolve()
  await first
  await expect(refused).rejects.toThrow('refused')
  await last
  expect(events).toEqual(['leaves', 'enters', 'last'])
})
