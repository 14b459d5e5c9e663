import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import * as z from 'zod'

/** How the stand-in delivers events. */
export const delivery = z.strictObject({
  /** Without an address, no event is delivered. */
  url: z.url().optional(),
  /** Each signs every event, as while a secret is rolled. */
  secrets: z.array(z.string()).default([]),
  /** The waits before an event that was not answered by 2xx is sent again. */
  retriesMs: z.array(z.number()).default([200, 500, 1_000, 2_000, 5_000, 10_000]),
  /** Sends each event this many times more. */
  duplicates: z.number().int().default(0),
  /** Delays each delivery by a random time up to this, so that events overtake each other. */
  shuffleMs: z.number().default(0),
  /** The probability that an event is never sent. */
  loss: z.number().min(0).max(1).default(0),
})

type Delivery = { eventId: string; type: string; status: number | undefined }

export type Webhooks = {
  configure: (config: z.output<typeof delivery>) => void
  /** Sends an event in the background. */
  send: (event: Stripe.Event) => void
  /** The deliveries that were tried, with the statuses of their answers; undefined if there was none. */
  deliveries: readonly Delivery[]
  /** Gives up all deliveries. */
  close: () => void
}

const ANSWER_WITHIN_MS = 20_000

export function openWebhooks(): Webhooks {
  let config = delivery.parse({})
  const closing = new AbortController()
  const deliveries: Delivery[] = []

  async function deliver(event: Stripe.Event): Promise<void> {
    const { retriesMs } = config
    if (config.shuffleMs > 0) await wait(Math.random() * config.shuffleMs, undefined, { signal: closing.signal })
    for (const pauseMs of [...retriesMs, undefined]) {
      const status = await post(event)
      deliveries.push({ eventId: event.id, type: event.type, status })
      if ((status !== undefined && status >= 200 && status < 300) || pauseMs === undefined) return
      await wait(pauseMs, undefined, { signal: closing.signal })
    }
  }

  async function post(event: Stripe.Event): Promise<number | undefined> {
    const { url, secrets } = config
    if (url === undefined) return undefined
    const body = JSON.stringify(event, null, 2)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': sign(body, secrets) }
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    try {
      return (await fetch(url, { method: 'POST', body, headers, signal })).status
    } catch {
      return undefined
    }
  }

  return {
    configure: (next) => {
      config = next
    },
    send: (event) => {
      if (config.url === undefined || Math.random() < config.loss) return
      for (let copy = 0; copy <= config.duplicates; copy += 1) deliver(event).catch(() => {})
    },
    deliveries,
    close: () => closing.abort(),
  }
}

/** Signs a body as Stripe does. The time is the machine's, because receivers refuse old signatures. */
export function sign(body: string, secrets: readonly string[], seconds = Math.floor(Date.now() / 1_000)): string {
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
  return [`t=${seconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}
