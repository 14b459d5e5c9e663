import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Random } from '#server/demo/random.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { type Watcher, watch } from '#server/testing/watch.ts'
import { type Buyer, givenBuyers } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { httpClientAt, nextAddress } from './http-client.ts'
import { seededRandomFor } from './seeded-random.ts'
import type { SourceMutant } from './source-mutant.ts'
import { noTraffic, percentile, statusesOf, visit } from './traffic.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const BUYERS = 8
const WATCHERS = 10
const SAMPLES = 120
const MEGABYTE = 1_024 * 1_024
const MOST_MEGABYTES_PER_HOUR = 1
// The heap breathes between collections. A short run cannot tell a slope below this.
const BREATHING_MEGABYTES = 6
const METRICS_TOKEN = 'a-token-of-the-flat-run'
const settings = { MAX_RESERVATIONS: '1000000', MAX_RESERVATIONS_PER_SHOW: '1000000', METRICS_TOKEN }

/** The memory, connections, streams and open files of one server. */
type Sample = { hours: number; heap: number; resident: number; connections: number; streams: number; files: number }

const say = (text: string) => process.stdout.write(`flat run: ${text}\n`)

async function takeSample(url: string, startedAt: number): Promise<Sample> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const { body } = await httpClientAt('127.0.0.1')(new URL('/metrics', url).href, { headers })
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  return {
    hours: (performance.now() - startedAt) / 3_600_000,
    heap: read('nodejs_heap_size_used_bytes') / MEGABYTE,
    resident: read('process_resident_memory_bytes') / MEGABYTE,
    connections: read('foyer_database_connections'),
    streams: read('foyer_open_streams'),
    files: read('process_open_fds'),
  }
}

/** Opens the live updates of a show and leaves them, again and again. */
async function keepWatching(rig: TwoServerRig, showId: number, random: Random, isOver: () => boolean): Promise<void> {
  const from = nextAddress()
  while (!isOver()) {
    const watcher: Watcher = await watch(random.pick(rig.urls), showId, { from, withinMs: 60_000 })
    await wait(random.between(500, 5_000))
    watcher.leave()
  }
}

/** Lets customers buy and watch for a time. Returns samples of both servers, the last ones after all have left. */
async function run(minutes: number, sourceMutant?: SourceMutant) {
  const rig = await startTwoServerRig({ settings, ...(sourceMutant ? { sourceMutant } : {}) })
  const random = seededRandomFor('flat run')
  const show = await givenShow(rig.db, { seats: 200, standing: 10_000_000 })
  const buyers = await givenBuyers(rig.db, BUYERS)
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > minutes * 60_000
  let traffic = noTraffic()
  const totals = { bought: 0, requests: 0, failed: 0 }
  const collect = () => {
    totals.bought += traffic.trips.filter(({ isBought }) => isBought).length
    totals.requests += traffic.exchanges.length
    const failed = traffic.exchanges.filter(({ status }) => status === 0 || status >= 400)
    if (failed.length > 0) say(`failed: ${statusesOf({ exchanges: failed, trips: [] })}`)
    totals.failed += failed.length
    traffic = noTraffic()
  }
  const shopping = buyers.map(async (buyer: Buyer, index) => {
    const own = random(index)
    while (!isOver()) await visit(buyer, { urls: rig.urls, show, random: own, traffic })
  })
  const watching = Array.from({ length: WATCHERS }, (_, index) =>
    keepWatching(rig, show.showId, random(`watcher ${index}`), isOver),
  )
  const samples: Sample[][] = rig.urls.map(() => [])
  while (!isOver()) {
    await wait((minutes * 60_000) / SAMPLES)
    for (const [index, url] of rig.urls.entries()) samples[index]?.push(await takeSample(url, startedAt))
    collect()
  }
  await Promise.all([...shopping, ...watching])
  collect()
  await wait(2_000)
  const calm = await Promise.all(rig.urls.map((url) => takeSample(url, startedAt)))
  return { rig, samples, calm, totals }
}

/** Returns the growth of the smallest values, in megabytes, from the second quarter of a run to its last one. */
function growthOf(samples: readonly Sample[], value: (sample: Sample) => number) {
  const quarter = Math.floor(samples.length / 4)
  const low = (part: readonly Sample[]) => percentile(part.map(value), 10)
  const grown = low(samples.slice(-quarter)) - low(samples.slice(quarter, 2 * quarter))
  const hours = ((samples.at(-1)?.hours ?? 0) * 5) / 8
  return { megabytes: grown, perHour: grown / hours }
}

/** Tells whether a server's heap grows more than a run of this length can tell from its breathing. */
function leaks(samples: readonly Sample[]): boolean {
  const { megabytes } = growthOf(samples, ({ heap }) => heap)
  const hours = samples.at(-1)?.hours ?? 0
  return megabytes > BREATHING_MEGABYTES + MOST_MEGABYTES_PER_HOUR * hours
}

test(
  'keeps its memory, connections, streams and open files flat under mixed load',
  { timeout: TIMEOUT_MS },
  async () => {
    const { rig, samples, calm, totals } = await run(counts.soakMinutes)
    say(`${totals.bought} orders, ${totals.requests} requests, ${totals.failed} failed`)
    for (const [index, ofServer] of samples.entries()) {
      const heap = growthOf(ofServer, (sample) => sample.heap)
      const resident = growthOf(ofServer, (sample) => sample.resident)
      const most = (value: (sample: Sample) => number) => Math.max(...ofServer.map(value))
      say(
        `server ${index + 1}: heap ${heap.megabytes.toFixed(1)} MB (${heap.perHour.toFixed(1)} MB/h), resident ${resident.megabytes.toFixed(1)} MB (${resident.perHour.toFixed(1)} MB/h), at most ${most(({ resident }) => resident).toFixed(0)} MB, ${most(({ connections }) => connections)} connections, ${most(({ streams }) => streams)} streams, ${most(({ files }) => files)} open files; after it ${calm[index]?.streams} streams, ${calm[index]?.files} files`,
      )
      expect(leaks(ofServer)).toBe(false)
      expect(most(({ connections }) => connections)).toBeLessThanOrEqual(20)
      expect(calm[index]?.streams).toBe(0)
      const filesAtFirst = percentile(
        ofServer.slice(0, SAMPLES / 4).map(({ files }) => files),
        95,
      )
      expect(calm[index]?.files).toBeLessThanOrEqual(filesAtFirst + 5)
    }
    expect(totals.failed).toBe(0)
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Control: the check above detects a shop without the safeguard.

test('control: a shop that keeps something of every request grows', { timeout: TIMEOUT_MS }, async () => {
  const { samples } = await run(2, 'a leak')
  expect(samples.every(leaks)).toBe(true)
})
