import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlaceState } from '../seat-availability.ts'
import { PlaceStream } from './place-stream.ts'

/** The browser's part of a stream: the test plays the server. */
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

  say(name: string, data: unknown = []) {
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
  stream = new PlaceStream('/stream', () => (resets += 1))
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
  if (!source) throw new Error('nothing is open')
  return source
}
const open = () => opened.filter(({ isClosed }) => !isClosed)

function lookAway(isAway: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isAway)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('it is live from the first word of the server until the line breaks', () => {
  const told = vi.fn()
  stream.onLive(told)
  expect([server().url, stream.isLive()]).toEqual(['/stream', false])
  server().say('reset')
  expect([stream.isLive(), resets, told.mock.calls.length]).toEqual([true, 1, 1])
  server().dispatchEvent(new Event('error'))
  expect(stream.isLive()).toBe(false)
  server().say('beat')
  expect([stream.isLive(), resets]).toEqual([true, 1])
})

test('what is heard is passed on, and kept for a snapshot that was asked for before', () => {
  const heard: PlaceState[] = []
  stream.subscribe((states) => heard.push(...states))
  server().say('message', [[1, 1]])
  vi.advanceTimersByTime(100)
  const askedAt = performance.now()
  server().say('message', [
    [2, 1],
    [3, 40],
  ])
  server().say('message', [[2, 0]])
  expect(heard.map(({ placeId, occupied }) => [placeId, occupied])).toEqual([
    [1, 1],
    [2, 1],
    [3, 40],
    [2, 0],
  ])
  expect(stream.heardSince(askedAt)).toEqual([
    { placeId: 2, occupied: 0 },
    { placeId: 3, occupied: 40 },
  ])
})

test('a server that says nothing for long, or refuses, is asked anew', () => {
  server().say('reset')
  vi.advanceTimersByTime(44_000)
  server().say('beat')
  vi.advanceTimersByTime(44_000)
  expect(opened).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect([opened.length, open().length, stream.isLive()]).toEqual([2, 1, false])
})

test('a line that was live and stays broken is cut, until something is heard again; a short break is not told', () => {
  const isCutAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return stream.isInterrupted()
  }
  server().dispatchEvent(new Event('error'))
  expect(isCutAfter(10_000), 'never live').toBe(false)
  server().say('reset')
  server().dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(1_000)
  server().say('beat')
  expect(isCutAfter(10_000), 'a short break').toBe(false)
  const told = vi.fn()
  stream.onLive(told)
  server().dispatchEvent(new Event('error'))
  expect(isCutAfter(3_000)).toBe(true)
  expect(isCutAfter(60_000), 'while it is asked anew').toBe(true)
  server().say('reset')
  expect(stream.isInterrupted()).toBe(false)
  expect(told).toHaveBeenCalledTimes(4)
})

test('a server that falls silent is a cut line; a page that nobody looked at is not', () => {
  server().say('reset')
  vi.advanceTimersByTime(48_000)
  expect(stream.isInterrupted()).toBe(true)
  server().say('reset')
  lookAway(true)
  vi.advanceTimersByTime(60_000)
  expect(stream.isInterrupted()).toBe(false)
})

test('a page that nobody looks at leaves after a while, and comes back when it is looked at', () => {
  server().say('reset')
  lookAway(true)
  vi.advanceTimersByTime(29_000)
  expect(open()).toHaveLength(1)
  lookAway(false)
  server().say('beat')
  vi.advanceTimersByTime(29_000)
  expect(opened).toHaveLength(1)
  lookAway(true)
  vi.advanceTimersByTime(30_000)
  expect([open().length, stream.isLive()]).toEqual([0, false])
  vi.advanceTimersByTime(600_000)
  expect(open()).toHaveLength(0)
  lookAway(false)
  expect(open()).toHaveLength(1)
})

test('who leaves closes the stream, and a browser without streams goes without', () => {
  stop()
  vi.advanceTimersByTime(600_000)
  expect(open()).toHaveLength(0)
  vi.stubGlobal('EventSource', undefined)
  stream.start()()
  expect(stream.isLive()).toBe(false)
})
