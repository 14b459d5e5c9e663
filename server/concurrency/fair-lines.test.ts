import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { FairLines } from './fair-lines.ts'

const LIMITS = { maxWaiting: 4, maxWaitMs: 60_000, retryAfterSeconds: 5 }
const settled = () => new Promise(setImmediate)

/** Lines whose work ends when the test lets it. */
function startLines() {
  const lines = new FairLines<number>(LIMITS)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (key: number, lane: string, name: string) =>
    lines.run(key, lane, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { lines, started, add, end }
}

test('runs the work of a key one after the other, in turns of lanes, and other keys at once', async () => {
  const { started, add, end } = startLines()
  for (const name of ['a1', 'a2', 'a3']) void add(1, 'a', name)
  void add(1, 'b', 'b1')
  void add(2, 'a', 'other')
  await settled()
  expect(started).toEqual(['a1', 'other'])
  for (const name of ['a1', 'b1', 'a2']) await end(name)
  expect(started).toEqual(['a1', 'other', 'b1', 'a2', 'a3'])
})

test('goes on after work that failed, and after a wait that was given up', async () => {
  const { lines, started, add, end } = startLines()
  void add(1, 'a', 'first')
  const fail = (message: string) => () => Promise.reject(new Error(message))
  const failed = expect(lines.run(1, 'a', fail('failed'))).rejects.toThrow('failed')
  const givenUp = expect(lines.run(1, 'a', () => add(2, 'a', 'never'), fail('given up'))).rejects.toThrow('given up')
  const last = add(1, 'a', 'last')
  await givenUp
  await end('first')
  await failed
  await settled()
  expect(started).toEqual(['first', 'last'])
  await end('last')
  await last
})

test('refuses work beyond its limit, and waits for earlier work alone', async () => {
  const { lines, add, end } = startLines()
  let waits = 0
  const wait = (until: () => Promise<void>) => {
    waits += 1
    return until()
  }
  await lines.run(1, 'a', () => Promise.resolve(), wait)
  expect(waits).toBe(0)
  await settled()
  void add(1, 'a', 'first')
  const behind = lines.run(1, 'a', () => Promise.resolve('done'), wait)
  const rest = Array.from({ length: 3 }, () => lines.run(1, 'a', () => Promise.resolve()))
  await expect(lines.run(1, 'a', () => Promise.resolve())).rejects.toMatchObject({ code: 'busy' })
  await end('first')
  expect([await behind, waits]).toEqual(['done', 1])
  await Promise.all(rest)
})

test('does work in the context of its caller', async () => {
  const { lines, add, end } = startLines()
  const caller = new AsyncLocalStorage<string>()
  void caller.run('one', () => add(1, 'a', 'first'))
  const second = caller.run('two', () => lines.run(1, 'a', async () => caller.getStore()))
  await end('first')
  expect(await second).toBe('two')
})
