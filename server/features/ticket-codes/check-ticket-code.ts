import type { ReplyOf } from '#contract/endpoint.ts'
import type { checkTicketCode as contract } from '#contract/ticket-codes.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { verdictOf } from '#domain/ticket-verdicts.ts'
import type { Db } from '#server/db/connection.ts'
import { codeReader } from '#server/gateways/ticket-signatures.ts'
import { selectShowOfDoorList } from '#server/features/door-list/door-list.sql.ts'
import { selectTicketOfCode } from './ticket-codes.sql.ts'
import { selectPublicKeys } from './ticket-keys.sql.ts'

/**
 * Judges a scanned text at a show. Any text that is no genuine code is `UNKNOWN`. Throws `not_found` for an unknown
 * show.
 */
export async function checkTicketCode(
  db: Db,
  { showId, code: text }: { showId: ShowId; code: string },
): Promise<ReplyOf<typeof contract>> {
  if (!(await selectShowOfDoorList(db, showId))) throw problem('not_found', { what: 'show' })
  const code = codeReader(await selectPublicKeys(db))(text)
  if (!code) return { verdict: 'UNKNOWN', ticketId: null }
  const verdict = verdictOf(code, await selectTicketOfCode(db, code.ticketId), showId)
  return { verdict, ticketId: verdict === 'UNKNOWN' ? null : code.ticketId }
}
