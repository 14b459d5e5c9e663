import { Pool } from 'pg'

/**
 * Connections for the worker of jobs alone. Whatever breaks one of them, at whatever moment, is told to `onError` and
 * never ends the process.
 */
export function openJobPool(connectionString: string, max: number, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString,
    max,
    application_name: 'foyer jobs',
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
