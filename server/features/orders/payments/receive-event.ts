import type { AppContext } from '#server/context.ts'
import { insertEvent } from './provider-events.sql.ts'
import { providerNamed } from './provider-named.ts'

type Delivery = { provider: string; body: Buffer; headers: Readonly<Record<string, string | string[] | undefined>> }

/** Verifies and stores an event of a provider. Returns false, and stores nothing, if its signature is wrong or too old. */
export async function receiveEvent(context: AppContext, { provider: name, body, headers }: Delivery): Promise<boolean> {
  const provider = providerNamed(context, name)
  const read = provider.readEvent(body, headers)
  if (read.kind === 'event') await insertEvent(context.db, { ...read.event, provider: name })
  return read.kind !== 'forged'
}
