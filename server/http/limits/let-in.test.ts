import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LetIn } from './let-in.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PERIOD_MS = 250
const NETWORKS = 1_000

const busyServer = () => new LetIn(() => 0.9)

/**
 * Sends a request of each network to each server in each period. Those that are let in by all servers wait for long if
 * they are more than `capacity`. Returns the share of the networks that each server lets in at the end.
 */
async function overload(servers: readonly LetIn[], { capacity, seconds }: { capacity: number; seconds: number }) {
  let shares: number[] = []
  for (let period = 0; period < (seconds * 1_000) / PERIOD_MS; period += 1) {
    await vi.advanceTimersByTimeAsync(PERIOD_MS)
    const counts = servers.map(
      (server) =>
        Array.from({ length: NETWORKS }, (_, at) => server.refuses(String(at), at / NETWORKS)).filter((no) => !no)
          .length,
    )
    const isFull = counts.reduce((sum, count) => sum + count, 0) > capacity
    for (const [at, server] of servers.entries()) {
      for (let sent = 0; sent < (counts[at] ?? 0); sent += 1) server.count(isFull ? 200 : 0)
    }
    shares = counts.map((count) => count / NETWORKS)
  }
  return shares
}

test('lets in everybody whose requests hardly wait', async () => {
  const server = busyServer()
  expect(await overload([server], { capacity: NETWORKS, seconds: 10 })).toEqual([1])
  expect(server.isEveryone).toBe(true)
})

test('lets in as many networks as the server can work for, the luckiest ones', async () => {
  const server = busyServer()
  const [share = 0] = await overload([server], { capacity: NETWORKS / 4, seconds: 60 })
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThanOrEqual(0.27)
  expect([server.refuses('a', 0.7), server.refuses('b', 0.85)]).toEqual([true, false])
})

test('lets in the same networks at each of two servers that wait for one database, also if one began later', async () => {
  const servers = [busyServer(), busyServer()]
  await overload(servers.slice(0, 1), { capacity: NETWORKS / 4, seconds: 20 })
  const [first = 0, second = 0] = await overload(servers, { capacity: NETWORKS / 2, seconds: 60 })
  expect(Math.abs(first - second)).toBeLessThan(0.05)
})

test.for([
  ['hardly anybody is refused, however often one of them asks', { networks: 4, isHeavy: false }],
  ['no networks but heavy ones are refused', { networks: 100, isHeavy: true }],
] as const)('lets in everybody again once %s', async ([, { networks, isHeavy }]) => {
  const server = busyServer()
  await overload([server], { capacity: NETWORKS / 4, seconds: 20 })
  await vi.advanceTimersByTimeAsync(PERIOD_MS)
  for (let sent = 0; sent < 1_000; sent += 1) {
    expect(server.refuses(`${sent % networks}`, 0.1, { isHeavy })).toBe(true)
  }
  await vi.advanceTimersByTimeAsync(PERIOD_MS)
  expect([server.refuses('other', 0), server.isEveryone]).toEqual([false, true])
})

test('lets in a limited number of requests of a network, which does not prolong the overload', async () => {
  const server = busyServer()
  await overload([server], { capacity: NETWORKS / 2, seconds: 30 })
  const refuses = (network: string) => server.isGreedy(network) || server.refuses(network, 1)
  const letIn = () => Array.from({ length: 100 }, () => refuses('crowd')).filter((no) => !no).length
  expect([letIn(), letIn(), refuses('other')]).toEqual([40, 0, false])
  for (let period = 0; period < 2; period += 1) {
    await vi.advanceTimersByTimeAsync(PERIOD_MS)
    letIn()
  }
  // Everybody is let in again, since nobody else was refused in a period.
  expect([letIn(), server.isEveryone]).toEqual([100, true])
})

test('lets in everybody within seconds once the server has little to do, however many are still refused', async () => {
  let use = 0.9
  const server = new LetIn(() => use)
  await overload([server], { capacity: NETWORKS / 10, seconds: 30 })
  use = 0.1
  expect(await overload([server], { capacity: NETWORKS, seconds: 3 })).toEqual([1])
})

test('forgets an overload after which nobody asked for a while', async () => {
  const server = busyServer()
  await overload([server], { capacity: NETWORKS / 10, seconds: 30 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.refuses('a', 0)).toBe(false)
})
