import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { addDrain } from './drain.ts'
import { serveHealth } from './health.ts'

const acceptsChanges = vi.hoisted(() => vi.fn<() => Promise<boolean>>())
vi.mock('#server/db/connection.ts', () => ({ acceptsChanges }))

const app = Fastify()

beforeAll(() => {
  addDrain(app)
  serveHealth(app, { db: {} as Db })
})
afterAll(() => app.close())

test('asks the database once for all who ask at the same time, and after each question', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<boolean>()
  acceptsChanges.mockReturnValueOnce(promise).mockResolvedValueOnce(false)
  const first = app.inject('/readyz')
  await expect.poll(() => acceptsChanges.mock.calls.length).toBe(1)
  const later = Array.from({ length: 50 }, () => app.inject('/readyz'))
  const last = app.inject('/healthz')
  expect((await last).statusCode).toBe(200)
  answer(true)
  expect((await first).statusCode).toBe(200)
  expect(new Set((await Promise.all(later)).map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect(acceptsChanges).toHaveBeenCalledTimes(2)
})
