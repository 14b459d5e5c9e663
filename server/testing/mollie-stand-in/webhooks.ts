import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from './books.ts'

export type Webhooks = {
  isOn: boolean
  /** Calls the webhook of a payment in the background, again until it answers 200. */
  send: (payment: Payment) => void
}

const RETRIES_MS = [200, 1_000, 5_000]
const ANSWER_WITHIN_MS = 15_000

/** Delivers webhooks as Mollie does: a form with the id alone, unsigned. */
export function openWebhooks(): Webhooks {
  const webhooks: Webhooks = {
    isOn: true,
    send: ({ id, webhookUrl }) => {
      if (webhooks.isOn && webhookUrl !== undefined) void deliver(webhookUrl, id)
    },
  }
  return webhooks
}

async function deliver(url: string, id: string): Promise<void> {
  for (const pauseMs of [...RETRIES_MS, 0]) {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const reply = await fetch(url, { method: 'POST', body: new URLSearchParams({ id }), signal }).catch(() => undefined)
    if (reply?.status === 200) return
    await wait(pauseMs, undefined, { ref: false })
  }
}
