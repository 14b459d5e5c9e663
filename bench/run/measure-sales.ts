import { givenShow } from '#server/testing/test-data.ts'
import { insertBare } from '../shared/bare.sql.ts'
import { type Bench, givenToken } from '../shared/fresh-shop.ts'
import { measure, type Measurement } from '../shared/measure.ts'

const TIMES = 1_000
const AT_ONCE = 16

/** Measures a bare insert, then reserving and ordering over HTTP. */
export async function measureSales(bench: Bench): Promise<Measurement[]> {
  const show = await givenShow(bench.db, { seats: TIMES, standing: TIMES })
  const buyers = await Promise.all(Array.from({ length: AT_ONCE }, () => givenToken(bench)))
  const tickets: number[] = []
  const load = { times: TIMES, atOnce: AT_ONCE }

  const post = async (index: number, path: string, payload: object) => {
    const authorization = `Bearer ${buyers[index % AT_ONCE]}`
    const reply = await bench.app.inject({ method: 'POST', url: `/api/v1${path}`, headers: { authorization }, payload })
    if (reply.statusCode !== 201) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return reply.json()
  }
  const reserve = (index: number, place: number | undefined) =>
    post(index, '/tickets', { eventShowId: show.showId, seatingPlanPlaceIds: [place] })
  const order = (index: number) =>
    post(index, '/orders', {
      userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' },
      paymentType: 'VISA',
      ticketIds: [tickets[index]],
    })

  return [
    await measure('one bare insert, committed', load, () => insertBare(bench.db)),
    await measure('reserve a seat', load, async (index) => {
      tickets[index] = (await reserve(index, show.seatIds[index])).elements[0].id
    }),
    await measure('reserve a place on one standing floor', load, (index) => reserve(index, show.standingPlaceId)),
    await measure('place an order', load, order),
  ]
}
