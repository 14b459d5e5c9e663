import type { FastifyInstance } from 'fastify'
import { measure, type Measurement } from '../shared/measure.ts'

const GOAL_MS = 50

const calls: Record<string, string> = {
  'events, first page': '/events',
  'events, title contains': '/events?title=laterne',
  'events, description and type': '/events?description=ozean&type=OPERA',
  'events, duration': '/events?duration=9000',
  'events of an artist': '/events?artistId=77',
  'events, top ten': '/events/top',
  'events, top ten of a type': '/events/top?type=OPERA',
  'programme of the home page': '/eventshows/programme',
  'shows, first page': '/eventshows',
  'shows to come, and the past ones left out': '/eventshows?when=coming',
  'shows, page 500': '/eventshows?pageIndex=500',
  'shows of an event': '/eventshows?eventId=77',
  'shows of a venue': '/eventshows?locationId=77',
  'shows, event name contains': '/eventshows?eventName=komet',
  'shows, artist contains, accents folded': '/eventshows?artistName=zuraw',
  'shows, city and price': '/eventshows?city=tango&minPrice=2000&maxPrice=4000',
  'shows, name of one': '/eventshows?name=evening%2099',
  'shows, duration': '/eventshows?duration=9000',
  'artists, contains': '/artists?lastName=muhle',
  'locations, contains': '/location?city=regen',
  'products, by price': '/merchandise/products?sortOption=PRICE_DESCENDING',
  'news, content contains': '/news?content=salon',
  'own tickets': '/users/tickets?state=BOUGHT',
  'own invoices': '/invoices',
  'who I am': '/users/detail',
}

export type ListMeasurement = Measurement & { isWithinGoal: boolean }

/** Measures the median of each list and search call, sequentially, against the goal of 50 ms. */
export async function measureLists(app: FastifyInstance, token: string): Promise<ListMeasurement[]> {
  const results: ListMeasurement[] = []
  for (const [name, path] of Object.entries(calls)) {
    const ask = async () => {
      const reply = await app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
      if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    }
    await ask()
    const result = await measure(name, { times: 15, atOnce: 1 }, ask)
    results.push({ ...result, isWithinGoal: result.medianMs <= GOAL_MS })
  }
  return results
}
