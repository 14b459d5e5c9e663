import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ADDRESS = 'api/v1/events/1'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  document.body.innerHTML = `<script type="application/json" id="embedded-answers">{"${ADDRESS}":{"title":"Carmen"}}</script>`
})

afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

test('takes an embedded answer once', async () => {
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  expect(takeEmbeddedAnswer('api/v1/events/2')).toBeUndefined()
  expect(takeEmbeddedAnswer(ADDRESS)).toEqual({ title: 'Carmen' })
  expect(takeEmbeddedAnswer(ADDRESS)).toBeUndefined()
})

test('ignores embedded answers of an old page', async () => {
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  vi.advanceTimersByTime(30_001)
  expect(takeEmbeddedAnswer(ADDRESS)).toBeUndefined()
})

test('ignores embedded answers for logged-in users', async () => {
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  const { startSession, endSession } = await import('#client/session.ts')
  startSession(['{}', '{"rol":["ROLE_USER"]}', 'x'].map((part) => btoa(part)).join('.'))
  expect(takeEmbeddedAnswer(ADDRESS)).toBeUndefined()
  endSession()
})

test('takes answers that are the same for everyone also for logged-in users', async () => {
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  const { startSession, endSession } = await import('#client/session.ts')
  startSession(['{}', '{"rol":["ROLE_USER"]}', 'x'].map((part) => btoa(part)).join('.'))
  expect(takeEmbeddedAnswer(ADDRESS, { isForEveryone: true })).toEqual({ title: 'Carmen' })
  endSession()
})

test('accepts a page without embedded answers', async () => {
  document.body.innerHTML = ''
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  expect(takeEmbeddedAnswer(ADDRESS)).toBeUndefined()
})
