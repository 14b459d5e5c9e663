import { setTimeout as wait } from 'node:timers/promises'
import { COMPACT_STATE } from '#contract/compact-seating/media-types.ts'
import type { PlaceId } from '#domain/ids.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { openBuyers } from '../shared/buyer.ts'
import { HttpLine } from '../shared/http-line.ts'
import { type Measurement, measure } from '../shared/measure.ts'
import type { ShopProcesses } from '../shared/shop-processes.ts'
import { enlargePlan, holdSeats } from '../shared/enlarge-plan.sql.ts'

const SEATS = 50_000
const VISITORS = 64
const TIMES = 20_000
const BUYERS = 16
const RESERVATIONS_A_SECOND = 200

/** `reservedPerSecond`: what the buyers reserved meanwhile. */
export type StateMeasurement = Measurement & { reservedPerSecond: number }

/**
 * Measures visitors at addresses of their own who ask for the state of a show while others reserve its seats: with all
 * seats free, and with half of them held.
 */
export async function measureSeatState({ db, ports, secret }: ShopProcesses): Promise<StateMeasurement[]> {
  const [port = 0] = ports
  const { showId, seatingPlanId, seatIds } = await givenShow(db, { seats: 1 })
  const unsold = await enlargePlan(db, { seat: seatIds[0] as PlaceId, seats: SEATS })
  const buyers = await openBuyers({ db, secret, ports: [port] }, { count: BUYERS, network: 30 })
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, (_, index) => HttpLine.open(port, `127.0.31.${index + 1}`)),
  )
  const path = `/api/v1/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
  const head = `GET ${path} HTTP/1.1\r\naccept: ${COMPACT_STATE}\r\naccept-encoding: gzip`
  const ask = async (_: number, worker: number) => {
    const { status } = await (visitors[worker] as HttpLine).send(head)
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }

  /** Reserves seats at the intended rate until the signal. Returns how many a second. */
  async function reserveOn(signal: AbortSignal): Promise<number> {
    const startedAt = performance.now()
    let reserved = 0
    await Promise.all(
      buyers.map(async ({ authorization, line }) => {
        for (let turn = 1; !signal.aborted; turn += 1) {
          const body = JSON.stringify({ eventShowId: showId, seatingPlanPlaceIds: [unsold.pop() as PlaceId] })
          const { status } = await line.send(`POST /api/v1/tickets HTTP/1.1\r\nauthorization: ${authorization}`, body)
          if (status === 201) reserved += 1
          const due = startedAt + (turn * BUYERS * 1_000) / RESERVATIONS_A_SECOND
          await wait(Math.max(0, due - performance.now()))
        }
      }),
    )
    return (reserved * 1_000) / (performance.now() - startedAt)
  }

  async function measureState(name: string): Promise<StateMeasurement> {
    await measure('warm-up', { times: TIMES / 10, atOnce: VISITORS }, ask)
    const end = new AbortController()
    const reserving = reserveOn(end.signal)
    const measured = await measure(name, { times: TIMES, atOnce: VISITORS }, ask)
    end.abort()
    return { ...measured, reservedPerSecond: await reserving }
  }

  const free = await measureState('all seats free')
  await holdSeats(db, { showId, userId: await givenUser(db), seatIds: unsold.splice(0, SEATS / 2) })
  const half = await measureState('half of them held')
  for (const line of [...visitors, ...buyers.map((buyer) => buyer.line)]) line.close()
  return [free, half]
}
