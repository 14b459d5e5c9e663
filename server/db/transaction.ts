import { isAbortedTransactionError } from 'kysely'
import { problem } from '#domain/problem.ts'
import { RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'
import { type Db, DEADLOCK, sqlStateOf, type Tx } from './connection.ts'
import { settleLastWrites } from './last-writes.ts'
import { tellOfOutbox } from './outbox.sql.ts'
import { pipelined } from './pipelined.ts'
import { isOutdatedPlan } from './prepared-client.ts'
import { publishChanges } from './publish-after-commit.ts'
import { outwaitChanges, ShowIsChanging } from './show-turns.sql.ts'

const ATTEMPTS = 3
/** The error of a statement after one that failed. */
const AFTER_A_FAULT = '25P02'

/**
 * Runs `work` in one READ COMMITTED transaction and rolls it back on any error, including a `Problem`. Publishes the
 * changed places after the commit, and has the outbox handed over. Repeats the work after a deadlock, after the change
 * of a show that it could not wait for, and if a migration outdated a plan, so `work` must have no effect outside `tx`.
 * Statements that are executed together reach the database in one packet, and those of `sendWithCommit` in that of the
 * commit. Throws the error of the statement that failed first, not those of the statements after it.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let cause: unknown
    const noteCause = (fault: unknown) => {
      if (sqlStateOf(fault) !== AFTER_A_FAULT) cause = fault
    }
    try {
      const { tx, result } = await db.transaction().execute((serial) => pipelined(serial, work, noteCause))
      await settleLastWrites(tx)
      publishChanges(db, tx)
      tellOfOutbox(db, tx)
      return result
    } catch (fault) {
      const isAfterAFault = sqlStateOf(fault) === AFTER_A_FAULT || isAbortedTransactionError(fault)
      const error = isAfterAFault ? (cause ?? fault) : fault
      const isWorthRepeating = sqlStateOf(error) === DEADLOCK || isOutdatedPlan(error)
      if (error instanceof ShowIsChanging) {
        if (attempt === ATTEMPTS) throw problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
        await outwaitChanges(db, error.showId)
      } else if (attempt === ATTEMPTS || !isWorthRepeating) throw error
    }
  }
}
