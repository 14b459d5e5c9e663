import { get, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { PlaceStates } from '#contract/places.ts'

type ServerEvent = { id: string | undefined; name: string; data: PlaceStates }

/** A client of a place stream. */
export type Watcher = {
  status: number
  headers: IncomingHttpHeaders
  /** All events except beats. */
  events: ServerEvent[]
  /** The latest state of each reported place. */
  places: Map<number, number>
  /** Waits for an event. */
  hears: (isIt: (event: ServerEvent) => boolean) => Promise<ServerEvent>
  /** Waits until a place has this state. */
  knows: (placeId: number | undefined, tickets: number) => Promise<void>
  /** Settles when the server has ended the stream. */
  ended: Promise<void>
  leave: () => void
}

type Watching = { lastEventId?: string | undefined; from?: string; withinMs?: number; token?: string }

/** Opens a place stream of a server whose address ends in `/api/v1`. Resolves when the server has answered. */
export function watch(
  url: string,
  showId: number,
  { lastEventId, token, from = '127.0.0.1', withinMs = 15_000 }: Watching = {},
): Promise<Watcher> {
  const events: ServerEvent[] = []
  const places = new Map<number, number>()
  const listeners = new Set<() => void>()
  const headers = {
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }

  function take(text: string): void {
    const event = eventIn(text)
    if (!event) return
    events.push(event)
    for (const [placeId, tickets] of event.data) places.set(placeId, tickets)
    for (const listener of listeners) listener()
  }

  async function until<Found>(look: () => Found | undefined, what: string): Promise<Found> {
    const found = look()
    if (found !== undefined) return found
    const heard = new Promise<void>((resolve) => {
      const listener = () => {
        if (look() === undefined) return
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
    })
    const isInTime = await Promise.race([heard.then(() => true), wait(withinMs, false, { ref: false })])
    if (!isInTime) throw new Error(`Nobody said ${what}; heard was ${JSON.stringify(events.slice(-5))}`)
    return until(look, what)
  }

  return new Promise((resolve, reject) => {
    const target = `${url}/eventshows/${showId}/places/stream`
    const request = get(target, { agent: false, headers, localAddress: from }, (reply) => {
      let unread = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        const texts = (unread + chunk).split('\n\n')
        unread = texts.pop() ?? ''
        for (const text of texts) take(text)
      })
      reply.on('error', () => {})
      resolve({
        status: reply.statusCode ?? 0,
        headers: reply.headers,
        events,
        places,
        hears: (isIt) => until(() => events.find(isIt), 'it'),
        knows: async (placeId = 0, tickets) => {
          await until(() => places.get(placeId) === tickets || undefined, `${placeId} is held by ${tickets}`)
        },
        ended: new Promise((end) => reply.once('close', () => end())),
        leave: () => request.destroy(),
      })
    })
    request.on('error', reject)
  })
}

function eventIn(text: string): ServerEvent | undefined {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => [line.split(': ')[0] ?? '', line.replace(/^\w+: /, '')]),
  )
  const data = fields.get('data')
  const name = fields.get('event') ?? 'message'
  if (data === undefined || name === 'beat') return undefined
  return { id: fields.get('id'), name, data: JSON.parse(data) as PlaceStates }
}
