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

test('an answer that came enclosed in the page is taken once', async () => {
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  expect(takeEmbeddedAnswer('api/v1/events/2')).toBeUndefined()
  expect(takeEmbeddedAnswer(ADDRESS)).toEqual({ title: 'Carmen' })
  expect(takeEmbeddedAnswer(ADDRESS)).toBeUndefined()
})

test('an old page does not answer for the shop', async () => {
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  vi.advanceTimersByTime(30_001)
  expect(takeEmbeddedAnswer(ADDRESS)).toBeUndefined()
})

test('who is logged in asks for themselves', async () => {
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  const { startSession, endSession } = await import('#client/session.ts')
  startSession(['{}', '{"rol":["ROLE_USER"]}', 'x'].map((part) => btoa(part)).join('.'))
  expect(takeEmbeddedAnswer(ADDRESS)).toBeUndefined()
  endSession()
})

test('what everyone is told is there for who is logged in too', async () => {
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  const { startSession, endSession } = await import('#client/session.ts')
  startSession(['{}', '{"rol":["ROLE_USER"]}', 'x'].map((part) => btoa(part)).join('.'))
  expect(takeEmbeddedAnswer(ADDRESS, { isForEveryone: true })).toEqual({ title: 'Carmen' })
  endSession()
})

test('a page without enclosed answers is no fault', async () => {
  document.body.innerHTML = ''
  const { takeEmbeddedAnswer } = await import('./embedded-answers.ts')
  expect(takeEmbeddedAnswer(ADDRESS)).toBeUndefined()
})
