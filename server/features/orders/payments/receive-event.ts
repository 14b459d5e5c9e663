import { PROVIDER_RETRY_SECONDS } from '#domain/payments/payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { enqueueHintedLook } from './payment-looks.sql.ts'
import { insertEvent } from './provider-events.sql.ts'
import { providerNamed } from './provider-named.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'

/** Does work in the database when it is the turn of the sender, who may be anybody. */
type Sender = { inTurn: <Result>(work: () => Promise<Result>) => Promise<Result> }
type Delivery = { provider: string; body: Buffer; headers: Readonly<Record<string, string | string[] | undefined>> }

/**
 * Verifies and stores an event of a provider. Returns false, and stores nothing, if its signature is wrong or
 * too old. Throws `payment_unavailable` if the provider must be asked about the event and gives no clear answer: it
 * will deliver the event again. An unsigned event only leads to a look at a payment that is known.
 */
export async function receiveEvent(
  context: AppContext,
  { provider: name, body, headers }: Delivery,
  { inTurn }: Sender,
): Promise<boolean> {
  const provider = providerNamed(context, name)
  const read = await provider.readEvent(body, headers, REQUEST_TIMEOUT_MS).catch(() => {
    throw problem('payment_unavailable', { retryAfterSeconds: PROVIDER_RETRY_SECONDS })
  })
  if (read.kind === 'hint') await inTurn(() => enqueueHintedLook(context.db, { provider: name, ref: read.ref }))
  if (read.kind === 'event') await inTurn(() => insertEvent(context.db, { ...read.event, provider: name }))
  return read.kind !== 'forged'
}
