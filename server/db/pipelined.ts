import { type ConnectionProvider, type DatabaseConnection, PostgresDialect, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

// A transaction never opens connections of its own.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction has a connection.')) })
const unused = { dialect, config: { dialect }, driver: dialect.createDriver() }

/**
 * Calls `work` with the same transaction, but sends each statement when it is executed, without waiting for the answers
 * to earlier ones, as Kysely does. PostgreSQL runs them in the order in which they were executed, and each sees what
 * others committed before it began. After a failed statement all later ones fail, and no statement is sent after `work`
 * has ended. `onFault` is called with the error of each statement that failed, in their order.
 */
export async function pipelined<Result>(
  serial: Transaction<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
  onFault: (fault: unknown) => void,
): Promise<{ tx: Transaction<Schema>; result: Result }> {
  const own = serial.getExecutor()
  const connection = await own.provideConnection((one) => Promise.resolve(one))
  const watched = watch(connection, onFault)
  let isOver = false
  const provideConnection: ConnectionProvider['provideConnection'] = (use) => {
    if (isOver) return Promise.reject(new Error('The transaction has ended.'))
    return use(watched)
  }
  const tx = new Transaction<Schema>({ ...unused, executor: own.withConnectionProvider({ provideConnection }) })
  try {
    return { tx, result: await work(tx) }
  } finally {
    isOver = true
  }
}

/** Tells of the errors of statements. Answers arrive in the order of the statements. */
function watch(connection: DatabaseConnection, onFault: (fault: unknown) => void): DatabaseConnection {
  return {
    executeQuery: <Row>(...query: Parameters<DatabaseConnection['executeQuery']>) =>
      connection.executeQuery<Row>(...query).catch((fault: unknown) => {
        onFault(fault)
        throw fault
      }),
    streamQuery: <Row>(...query: Parameters<DatabaseConnection['streamQuery']>) =>
      connection.streamQuery<Row>(...query),
  }
}
