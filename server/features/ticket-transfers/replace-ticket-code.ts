import type { TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { insertAttemptWithRoom } from '#server/db/attempts.sql.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockTicketToHandOver } from './hand-over.ts'
import { updateIssue } from './ticket-transfers.sql.ts'

/** Limits the new codes of a ticket: ten in a row, then one every ten minutes. */
const NEW_CODES = { attempts: 10, secondsPerAttempt: 10 * 60 }

type Request = { userId: UserId; ticketId: TicketId; idempotencyKey?: string | undefined }

/** Gives a bought ticket a new code. Its former codes are refused at the door from then on. */
export async function replaceTicketCode({ db }: Pick<AppContext, 'db'>, request: Request): Promise<void> {
  const { userId, ticketId, idempotencyKey: key } = request
  await inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId, key, request: { call: 'new code', ticketId } }, async () => {
      await lockTicketToHandOver(tx, ticketId, userId)
      if (!(await insertAttemptWithRoom(tx, { key: `new codes of ticket ${ticketId}`, ...NEW_CODES }))) {
        throw problem('too_many_requests', { retryAfterSeconds: NEW_CODES.secondsPerAttempt })
      }
      await updateIssue(tx, ticketId)
      return {}
    }),
  )
}
