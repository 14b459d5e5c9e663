// Buyers who reserve and order at every server, repeat what was not answered under the same key, and note everything.
import { setTimeout as wait } from 'node:timers/promises'

const LISTEN_MS = 20_000
const PASSWORD = 'a long password of the drill'

/** The answers and the faults that buyers have seen. */
export class Notes {
  orders = []
  holds = []
  faults = new Map()
  slowestMs = 0
  slowestCall = ''

  time(ms, call) {
    if (ms > this.slowestMs) Object.assign(this, { slowestMs: ms, slowestCall: call })
  }

  add(fault) {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
  }
}

/** Sends a request once. Notes every answer that a server must not give. */
async function post(notes, base, path, { token, body, key }) {
  const start = performance.now()
  try {
    const reply = await fetch(base + path, {
      method: 'POST',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(LISTEN_MS),
    })
    const text = await reply.text()
    notes.time(performance.now() - start, `${path} ${reply.status}`)
    const isPolite = reply.status === 503 && reply.headers.get('retry-after') !== null
    if (reply.status >= 500 && !isPolite) notes.add(`${path}: ${reply.status} ${text.slice(0, 80)}`)
    return { status: reply.status, text }
  } catch (error) {
    // A connection that breaks is no answer. One that is silent is a fault.
    if (error.name === 'TimeoutError') notes.time(performance.now() - start, `${path} silent`)
    return { status: 0, text: String(error.cause?.code ?? error.name) }
  }
}

/** Sends a request to any server until one answers it. */
async function insist(notes, bases, path, asked) {
  for (;;) {
    const via = Math.floor(Math.random() * bases.length)
    const answer = await post(notes, bases[via], path, asked)
    if (answer.status >= 200 && answer.status < 500 && answer.status !== 429) return { ...answer, via }
    await wait(200 + Math.random() * 200)
  }
}

export async function registerBuyer(notes, bases) {
  const email = `drill-${crypto.randomUUID()}@foyer.example`
  const person = { firstName: 'Ada', lastName: 'Guest', email, password: PASSWORD }
  await insist(notes, bases, '/api/v1/users', { body: person })
  const login = await insist(notes, bases, '/api/v1/authentication', { body: { email, password: PASSWORD } })
  if (login.status >= 300) throw new Error(`A buyer cannot log in: ${login.status} ${login.text}`)
  const token = login.text.startsWith('{') ? JSON.parse(login.text).token : login.text.replaceAll('"', '')
  return token.replace(/^Bearer /, '')
}

/** Lets a buyer shop until `isOver`. One wish in ten is sent twice at once. */
export async function goShopping(notes, bases, token, { show, isOver }) {
  const pick = () => show.seats[Math.floor(Math.random() * show.seats.length)]
  while (!isOver()) {
    const seats = [...new Set([pick(), pick()])]
    const wish = { eventShowId: show.id, seatingPlanPlaceIds: seats }
    const reserved = await insist(notes, bases, '/api/v1/tickets', {
      token,
      body: wish,
      key: crypto.randomUUID(),
    })
    if (reserved.status === 201) {
      const tickets = JSON.parse(reserved.text).elements ?? JSON.parse(reserved.text)
      for (const { placeId } of tickets) notes.holds.push({ placeId, via: reserved.via, at: performance.now() })
      const ticketIds = tickets.map(({ id }) => id)
      const payer = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
      const body = { userPaymentInfoDto: payer, paymentType: 'VISA', ticketIds }
      const key = crypto.randomUUID()
      const order = () => insist(notes, bases, '/api/v1/orders', { token, body, key })
      for (const answer of await Promise.all(Math.random() < 0.1 ? [order(), order()] : [order()])) {
        if (answer.status === 201) {
          notes.orders.push({ key, ticketIds, invoiceId: JSON.parse(answer.text).id, at: performance.now() })
        } else notes.add(`order refused: ${answer.status} ${answer.text.slice(0, 80)}`)
      }
    } else if (reserved.status !== 409)
      notes.add(`reservation refused: ${reserved.status} ${reserved.text.slice(0, 80)}`)
    await wait(30 + Math.random() * 60)
  }
}

/** Watches the places of a show at one server, and comes back as browsers do. Returns the places it was told of. */
export function watchPlaces(base, showId, stop) {
  const told = new Map()
  void (async () => {
    while (!stop.aborted) {
      try {
        const reply = await fetch(`${base}/api/v1/eventshows/${showId}/places/stream`, { signal: stop })
        let rest = ''
        for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
          const lines = (rest + chunk).split('\n')
          rest = lines.pop()
          for (const line of lines) {
            if (!line.startsWith('data: [')) continue
            for (const [placeId] of JSON.parse(line.slice(6))) told.set(placeId, performance.now())
          }
        }
      } catch {
        // The server is away, or the watch is over.
      }
      await wait(1_000)
    }
  })()
  return told
}
