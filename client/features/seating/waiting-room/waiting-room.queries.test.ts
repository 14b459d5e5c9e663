import { focusManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { arrivalQuery } from './waiting-room.queries.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  focusManager.setFocused(undefined)
  queryClient.clear()
})

test('gets the turn of a hidden tab although the shop was busy', async () => {
  const answers = [refusalOf(problem('busy', { retryAfterSeconds: 1 })), Response.json({ state: 'ADMITTED' })]
  vi.stubGlobal('fetch', async () => answers.shift())
  focusManager.setFocused(false)
  const arrival = queryClient.fetchQuery(arrivalQuery(7 as ShowId))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(queryClient.getQueryData(arrivalQuery(7 as ShowId).queryKey)).toMatchObject({ state: 'ADMITTED' })
  await arrival
})
