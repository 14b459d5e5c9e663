import { type Db, DEADLOCK, sqlStateOf, type Tx } from './connection.ts'
import { failureOfLastWrites } from './last-writes.ts'
import { tellOfOutbox } from './outbox.sql.ts'
import { pipelined } from './pipelined.ts'
import { isOutdatedPlan } from './prepared-client.ts'
import { publishChanges } from './publish-after-commit.ts'

const ATTEMPTS = 3

/**
 * Runs `work` in one READ COMMITTED transaction and rolls it back on any error, including a `Problem`. Publishes the
 * changed places after the commit, and has the outbox handed over. Repeats the work after a deadlock, and if a
 * migration outdated a plan, so `work` must have no effect outside `tx`. Statements that are executed together reach
 * the database in one packet, and those of `sendWithCommit` in that of the commit.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let begun: Tx | undefined
    try {
      const { tx, result } = await db.transaction().execute((serial) =>
        pipelined(serial, (one) => {
          begun = one
          return work(one)
        }),
      )
      publishChanges(db, tx)
      tellOfOutbox(db, tx)
      return result
    } catch (fault) {
      const error = (begun && (await failureOfLastWrites(begun))) ?? fault
      const isWorthRepeating = sqlStateOf(error) === DEADLOCK || isOutdatedPlan(error)
      if (attempt === ATTEMPTS || !isWorthRepeating) throw error
    }
  }
}
