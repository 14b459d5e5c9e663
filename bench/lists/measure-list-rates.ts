import { HttpLine } from '../shared/http-line.ts'
import { type Measurement, measure } from '../shared/measure.ts'

const VISITORS = 64
const TIMES = 20_000
const WARM_UP = 2_000

const WORDS = ['sturm', 'lärche', 'ozean', 'laterne', 'komet', 'salon', 'orbit', 'mühle', 'passage', 'regen', 'tango']
/** As many different searches as a busy shop sees in a second. */
const searches = WORDS.flatMap((word) => [
  `/eventshows?eventName=${encodeURIComponent(word)}`,
  `/eventshows?city=${encodeURIComponent(word)}burg&when=coming`,
  `/eventshows?artistName=${encodeURIComponent(word)}&minPrice=2000`,
])

const calls: Record<string, readonly string[]> = {
  'show search, 33 different ones': searches,
  'product list': ['/merchandise/products'],
  'news list': ['/news'],
  'top sellers': ['/events/top'],
}

/**
 * Measures visitors at addresses of their own who ask for public lists over connections that stay open. The first
 * measurement is the bare server.
 */
export async function measureListRates(ports: { bare: number; shop: number }): Promise<Measurement[]> {
  const results = [await measureCalls('the bare server', ports.bare, ['/'])]
  for (const [name, paths] of Object.entries(calls)) {
    const addresses = paths.map((path) => `/api/v1${path}`)
    results.push(await measureCalls(name, ports.shop, addresses))
  }
  return results
}

async function measureCalls(name: string, port: number, addresses: readonly string[]): Promise<Measurement> {
  const lines = await Promise.all(
    Array.from({ length: VISITORS }, (_, index) => HttpLine.open(port, `127.0.20.${index + 1}`)),
  )
  const ask = async (index: number, worker: number) => {
    const address = addresses[index % addresses.length]
    const answer = await (lines[worker] as HttpLine).send(`GET ${address} HTTP/1.1`)
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${answer.body}`)
  }
  await measure('warm-up', { times: WARM_UP, atOnce: VISITORS }, ask)
  const result = await measure(name, { times: TIMES, atOnce: VISITORS }, ask)
  for (const line of lines) line.close()
  return result
}
