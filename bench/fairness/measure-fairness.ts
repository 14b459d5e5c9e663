import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { givenShow } from '#server/testing/test-data.ts'
import { percentile } from '../shared/measure.ts'
import type { ShopProcesses } from '../shared/shop-processes.ts'
import { type Answers, askOn, type Clients } from './ask-on.ts'

const FLOOD_CONNECTIONS = 400
const FLOOD_ADDRESS = '127.0.50.1'
const VISITORS = 10
const VISITOR_PAUSE_MS = 10
const VISITORS_MS = 6_000
const WARM_UP_MS = 2_000
const SEATS = 1_000

/** Latencies of the visitors in milliseconds, and the answers that the flood got meanwhile. */
type FairnessMeasurement = {
  name: string
  medianMs: number
  p99Ms: number
  refused: number
  flood: { perSecond: number; refused: number } | undefined
}

/**
 * Measures ten visitors at addresses of their own: alone, beside 400 connections of one address that ask without a
 * pause, beside the same at another server, which shares only the machine and the database, and as a control beside as
 * many connections from addresses of their own, among which the server cannot tell visitors from a flood.
 */
export async function measureFairness({ db, ports }: ShopProcesses): Promise<FairnessMeasurement[]> {
  const [port = 0, otherPort = 0] = ports
  const { showId, seatingPlanId } = await givenShow(db, { seats: SEATS })
  const paths = [
    '/api/v1/events?description=ozean',
    `/api/v1/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`,
  ]
  const addresses = Array.from({ length: VISITORS }, (_, index) => `127.0.51.${index + 1}`)
  const visit = () => askOn({ port, addresses, paths, pauseMs: VISITOR_PAUSE_MS, forMs: VISITORS_MS })

  async function visitBeside(
    name: string,
    floodAddresses: readonly string[],
    floodPort = port,
  ): Promise<FairnessMeasurement> {
    const forMs = WARM_UP_MS + VISITORS_MS
    const flooding = flood({ port: floodPort, addresses: floodAddresses, paths, pauseMs: 0, forMs })
    await wait(WARM_UP_MS)
    const visited = await visit()
    const { latencies, refused } = await flooding
    const perSecond = (latencies.length * 1_000) / forMs
    return { ...summaryOf(name, visited), flood: { perSecond, refused } }
  }

  const oneAddress = Array.from({ length: FLOOD_CONNECTIONS }, () => FLOOD_ADDRESS)
  await visit()
  return [
    summaryOf('alone', await visit()),
    await visitBeside('beside 400 connections of one address', oneAddress),
    await visitBeside('beside the same at another server', oneAddress, otherPort),
    await visitBeside(
      'beside 400 connections of 400 addresses',
      Array.from(
        { length: FLOOD_CONNECTIONS },
        (_, index) => `127.0.${60 + Math.floor(index / 200)}.${1 + (index % 200)}`,
      ),
    ),
  ]
}

function summaryOf(name: string, { latencies, refused }: Answers): FairnessMeasurement {
  return {
    name,
    medianMs: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    refused,
    flood: undefined,
  }
}

/** Runs clients in a thread of their own, so that they do not slow the visitors. */
function flood(clients: Clients): Promise<Answers> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('flood-worker.ts', import.meta.url), { workerData: clients })
    worker.once('message', resolve).once('error', reject)
  })
}
