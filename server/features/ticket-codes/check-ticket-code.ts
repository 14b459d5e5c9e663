import type { ReplyOf } from '#contract/endpoint.ts'
import type { checkTicketCode as contract } from '#contract/ticket-codes.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { verdictOf } from '#domain/entry/ticket-verdicts.ts'
import type { AppContext } from '#server/context.ts'
import { selectNow } from '#server/db/now.ts'
import { isLiveCode } from '#server/gateways/live-codes.ts'
import { codeReader } from '#server/gateways/ticket-signatures.ts'
import { selectShowOfDoorList } from '#server/features/door-list/door-list.sql.ts'
import { selectTicketOfCode } from './ticket-codes.sql.ts'
import { selectPublicKeys } from './ticket-keys.sql.ts'

/**
 * Judges a scanned text at a show. Any text that is no genuine code is `UNKNOWN`. Throws `not_found` for an unknown
 * show.
 */
export async function checkTicketCode(
  context: Pick<AppContext, 'db' | 'tokens'>,
  { showId, code: text }: { showId: ShowId; code: string },
): Promise<ReplyOf<typeof contract>> {
  const { db } = context
  if (!(await selectShowOfDoorList(db, showId))) throw problem('not_found', { what: 'show' })
  const code = codeReader(await selectPublicKeys(db))(text)
  if (!code) return { verdict: 'UNKNOWN', ticketId: null }
  const ticket = await selectTicketOfCode(db, code.ticketId)
  const isLive = !ticket?.hasLiveCodes || (await isLiveCode(context, code, await selectNow(db)))
  const verdict = verdictOf({ ...code, isLive }, ticket, showId)
  return { verdict, ticketId: verdict === 'UNKNOWN' ? null : code.ticketId }
}
