import { EventEmitter } from 'node:events'
import { setImmediate as rest } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

/** Starts tasks that end when told, and notes their names as they begin. */
function givenTasks(semaphore: Semaphore) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string) =>
    semaphore.run(() => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await rest()
  }
  return { begun, run, end }
}

const isBusy = expect.objectContaining({ code: 'busy' })

test('runs a limited number of tasks at once, in the order in which they ask', async () => {
  const semaphore = new Semaphore({ running: 2, waitMs: 60_000 })
  const { begun, run, end } = givenTasks(semaphore)
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(run))
  await rest()
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  await end('d')
  expect(await answers).toEqual(['a', 'b', 'c', 'd'])
  expect(semaphore.isIdle).toBe(true)
})

test('hands on the turn of a task that fails', async () => {
  const semaphore = new Semaphore({ running: 1, waitMs: 60_000 })
  const failing = semaphore.run(() => Promise.reject(new Error('broken')))
  const next = semaphore.run(async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('refuses tasks that wait too long, beyond the limit, or whose client leaves, and then goes on', async () => {
  const semaphore = new Semaphore({ running: 1, waiting: 2, waitMs: 50 })
  const { begun, run, end } = givenTasks(semaphore)
  const first = run('first')
  const late = run('late')
  const client = new EventEmitter()
  const left = semaphore.start(client)
  await expect(run('beyond')).rejects.toEqual(isBusy)
  client.emit('close')
  await expect(left).rejects.toEqual(isBusy)
  await expect(late).rejects.toEqual(isBusy)
  expect(client.listenerCount('close')).toBe(0)
  await end('first')
  expect(await first).toBe('first')
  expect(semaphore.isIdle).toBe(true)
  void run('next')
  await rest()
  expect(begun).toEqual(['first', 'next'])
})
