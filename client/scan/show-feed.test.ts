import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryChanges } from '#contract/entry.ts'
import type { TicketId } from '#domain/ids.ts'
import { codeOf, givenSet, setWithState, showId, ticketId } from '#client/testing/given-entry-set.ts'
import type { KeptSet } from './entry-store.ts'
import { ShowFeed } from './show-feed.ts'
import type { TicketList } from './ticket-list.ts'

type Store = ConstructorParameters<typeof ShowFeed>[0]['store']

/** Keeps a set in memory, as IndexedDB does on a phone. */
function givenStore(): Store {
  let kept: KeptSet | undefined
  const changes = new Map<TicketId, EntryChanges[number]>()
  return {
    readSet: async () => kept && { kept, changes: [...changes.values()], syncedAt: 0 },
    saveSet: async (_show, set) => {
      kept = set
      changes.clear()
    },
    saveChanges: async (_show, more) => {
      for (const change of more) changes.set(change[0], change)
    },
    saveSync: async () => undefined,
  }
}

/** Answers that the test holds, in the order of the calls for the set. */
let held: PromiseWithResolvers<Response>[] = []
let stream: ReadableStreamDefaultController<Uint8Array> | undefined
let feed: ShowFeed
let list: TicketList | undefined

beforeEach(() => {
  held = []
  vi.stubGlobal('fetch', async (address: URL) => {
    if (address.pathname.endsWith('/entry/stream')) {
      return new Response(new ReadableStream({ start: (opened) => void (stream = opened) }))
    }
    const answer = Promise.withResolvers<Response>()
    held.push(answer)
    return answer.promise
  })
  feed = new ShowFeed({
    ...{ token: 't', showId, store: givenStore() },
    ...{ onLive: () => undefined, onCounters: () => undefined, onRefused: () => undefined },
    onList: (newest) => {
      list = newest
    },
  })
})
afterEach(() => {
  feed.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers a call for the set, counted from 0, as soon as it is made. */
async function answer(call: number, set = givenSet): Promise<void> {
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(call))
  held[call]?.resolve(Response.json(set, { headers: { etag: `"${call}"` } }))
}

const send = (event: string, data: unknown = []) =>
  stream?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))

async function reasonOf(issue = 1) {
  const own = await list?.judge({ text: codeOf(issue), direction: 'IN', at: new Date(), gateId: null })
  return typeof own?.judgement === 'object' ? own.judgement.reason : own?.judgement
}

async function open(): Promise<void> {
  list = undefined
  await feed.open()
  await answer(0)
  await vi.waitFor(() => expect(list).toBeDefined())
}

test('keeps a passage that is noted while a list without it is on its way', async () => {
  await open()
  const fetching = feed.refresh()
  await vi.waitFor(() => expect(held).toHaveLength(2))
  // The shop has read the list; then it confirms an upload with this passage.
  feed.save(list?.notePassage({ id: ticketId, issue: 1 }, 'IN') ?? [])
  await answer(1)
  await fetching
  expect(await reasonOf()).toBe('ALREADY_IN')
})

test('keeps a change of the stream that comes while a list without it is on its way', async () => {
  await open()
  const fetching = feed.refresh()
  await vi.waitFor(() => expect(held).toHaveLength(2))
  send('message', [[ticketId, 1, 'R']])
  await vi.waitFor(async () => expect(await reasonOf()).toBe('REFUNDED'))
  await answer(1)
  await fetching
  expect(await reasonOf()).toBe('REFUNDED')
})

test('never replaces a list by an older one that arrives late', async () => {
  await open()
  const fetching = Promise.all([feed.refresh(), feed.refresh()])
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  // If both are under way, the later one is answered first.
  const isOverlapping = held.length > 2
  if (isOverlapping) await answer(2, setWithState('i'))
  await answer(1)
  if (!isOverlapping) await answer(2, setWithState('i'))
  await fetching
  expect(await reasonOf()).toBe('ALREADY_IN')
})

test('fetches the list at most once in ten seconds, however often changes were missed', async () => {
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const resetFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      send('reset')
      await vi.advanceTimersByTimeAsync(1_000)
      for (const each of held.slice(1)) each.resolve(Response.json(givenSet))
      await new Promise((resolve) => setImmediate(resolve))
    }
    return held.length - 1
  }
  expect(await resetFor(3)).toBe(1)
  expect(await resetFor(6)).toBe(1)
  expect(await resetFor(5)).toBe(2)
  expect(await resetFor(30)).toBeLessThanOrEqual(5)
})
