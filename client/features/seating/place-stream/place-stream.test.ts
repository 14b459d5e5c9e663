import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlaceState } from '../seat-availability.ts'
import { openEventSource, PlaceStream } from './place-stream.ts'

/** Replaces the browser's event source, so that the test can act as the server. */
class FakeEventSource extends EventTarget {
  readonly url: string
  isClosed = false

  constructor(url: string) {
    super()
    this.url = url
    opened.push(this)
  }

  close() {
    this.isClosed = true
  }

  emit(name: string, data: unknown = []) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
}

let opened: FakeEventSource[]
let resets: number
let stop: () => void
let stream: PlaceStream
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  opened = []
  resets = 0
  stream = new PlaceStream(
    () => openEventSource('/stream'),
    () => (resets += 1),
  )
  stop = stream.start()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const server = () => {
  const source = opened.at(-1)
  if (!source) throw new Error('no connection is open')
  return source
}
const open = () => opened.filter(({ isClosed }) => !isClosed)

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('is live from the first event of the server until the connection breaks', () => {
  const listener = vi.fn()
  stream.onStatusChange(listener)
  expect([server().url, stream.isLive()]).toEqual(['/stream', false])
  server().emit('reset')
  expect([stream.isLive(), resets, listener.mock.calls.length]).toEqual([true, 1, 1])
  server().dispatchEvent(new Event('error'))
  expect(stream.isLive()).toBe(false)
  server().emit('beat')
  expect([stream.isLive(), resets]).toEqual([true, 1])
})

test('passes states on, and keeps them for a snapshot requested earlier', () => {
  const received: PlaceState[] = []
  stream.subscribe((states) => received.push(...states))
  server().emit('message', [[1, 1]])
  vi.advanceTimersByTime(100)
  const requestedAt = performance.now()
  server().emit('message', [
    [2, 1],
    [3, 40],
  ])
  server().emit('message', [[2, 0]])
  expect(received.map(({ placeId, occupied }) => [placeId, occupied])).toEqual([
    [1, 1],
    [2, 1],
    [3, 40],
    [2, 0],
  ])
  expect(stream.statesSince(requestedAt)).toEqual([
    { placeId: 2, occupied: 0 },
    { placeId: 3, occupied: 40 },
  ])
})

test('reconnects after a long silence or a refusal', () => {
  server().emit('reset')
  vi.advanceTimersByTime(44_000)
  server().emit('beat')
  vi.advanceTimersByTime(44_000)
  expect(opened).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect([opened.length, open().length, stream.isLive()]).toEqual([2, 1, false])
})

test('reports an interruption that lasts, until the next event, but no short one', () => {
  const isInterruptedAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return stream.isInterrupted()
  }
  server().dispatchEvent(new Event('error'))
  expect(isInterruptedAfter(10_000), 'never live').toBe(false)
  server().emit('reset')
  server().dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(1_000)
  server().emit('beat')
  expect(isInterruptedAfter(10_000), 'a short break').toBe(false)
  const listener = vi.fn()
  stream.onStatusChange(listener)
  server().dispatchEvent(new Event('error'))
  expect(isInterruptedAfter(3_000)).toBe(true)
  expect(isInterruptedAfter(60_000), 'while it reconnects').toBe(true)
  server().emit('reset')
  expect(stream.isInterrupted()).toBe(false)
  expect(listener).toHaveBeenCalledTimes(4)
})

test('reports the silence of the server as an interruption, but not on a hidden page', () => {
  server().emit('reset')
  vi.advanceTimersByTime(48_000)
  expect(stream.isInterrupted()).toBe(true)
  server().emit('reset')
  setHidden(true)
  vi.advanceTimersByTime(60_000)
  expect(stream.isInterrupted()).toBe(false)
})

test('reports a device that goes offline, and reconnects at once when it is online again', () => {
  server().emit('reset')
  dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(3_000)
  expect([stream.isLive(), stream.isInterrupted(), opened.length]).toEqual([false, true, 1])
  dispatchEvent(new Event('online'))
  expect([opened.length, open().length]).toEqual([2, 1])
  server().emit('reset')
  expect([stream.isLive(), stream.isInterrupted()]).toEqual([true, false])
})

test('reports a page that was opened offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server().dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(3_000)
  expect(stream.isInterrupted()).toBe(true)
})

test('disconnects a hidden page after a while, and reconnects when it is visible again', () => {
  server().emit('reset')
  setHidden(true)
  vi.advanceTimersByTime(29_000)
  expect(open()).toHaveLength(1)
  setHidden(false)
  server().emit('beat')
  vi.advanceTimersByTime(29_000)
  expect(opened).toHaveLength(1)
  setHidden(true)
  vi.advanceTimersByTime(30_000)
  expect([open().length, stream.isLive()]).toEqual([0, false])
  vi.advanceTimersByTime(600_000)
  expect(open()).toHaveLength(0)
  setHidden(false)
  expect(open()).toHaveLength(1)
})

test('closes the stream when stopped, and works without EventSource', () => {
  stop()
  vi.advanceTimersByTime(600_000)
  expect(open()).toHaveLength(0)
  vi.stubGlobal('EventSource', undefined)
  stream.start()()
  expect(stream.isLive()).toBe(false)
})
