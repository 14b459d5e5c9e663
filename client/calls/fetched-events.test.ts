import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/calls/api-error.ts'
import { FetchedEvents } from '#client/calls/fetched-events.ts'

type Parts = readonly string[]

/** Answers each opening by the next stream of parts, or by a failure, and then never. */
function eventsFrom(...answers: readonly (Parts | Error)[]) {
  const remaining = [...answers]
  const asked: (string | undefined)[] = []
  const received: [string, unknown][] = []
  const events = new FetchedEvents(async ({ lastEventId }) => {
    asked.push(lastEventId)
    const next = remaining.shift()
    if (next instanceof Error) throw next
    if (!next) return new Promise(() => undefined)
    const encoder = new TextEncoder()
    return new ReadableStream({
      start(controller) {
        for (const part of next) controller.enqueue(encoder.encode(part))
        controller.close()
      },
    })
  })
  for (const name of ['message', 'reset', 'beat', 'error']) {
    events.addEventListener(name, (event) => received.push([name, 'data' in event ? event.data : undefined]))
  }
  return { events, asked, received }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('reads events that arrive in parts, and reconnects after the last one', async () => {
  const first = [
    'retry: 1000\n\nid: 7\nevent: res',
    'et\ndata: []\n\nid: 8\ndata: [[1,',
    '1]]\n\nevent: beat\ndata: []\n\n',
  ]
  const { events, asked, received } = eventsFrom(first, ['id: 9\ndata: [[2,1]]\n\n'])
  await vi.advanceTimersByTimeAsync(900)
  expect(received).toEqual([
    ['reset', '[]'],
    ['message', '[[1,1]]'],
    ['beat', '[]'],
    ['error', undefined],
  ])
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toEqual([undefined, '8'])
  expect(received[4]).toEqual(['message', '[[2,1]]'])
  events.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([undefined, '8'])
})

test('tries again without a connection, and stops when it is refused', async () => {
  const { asked, received } = eventsFrom(new ApiError('No connection', 0), new ApiError('Not found', 404), [
    'data: 1\n\n',
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(2)
  expect(received).toEqual([
    ['error', undefined],
    ['error', undefined],
  ])
})
