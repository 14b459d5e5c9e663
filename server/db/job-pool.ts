import { Pool } from 'pg'
import { HostClient } from './host-client.ts'
import { requirePrimary } from './primary-connections.ts'
import { KEEP_ALIVE } from './silent-connections.ts'

/** The jobs that a process runs at once. */
export const CONCURRENT_JOBS = 6
/** One connection for each job, one that listens and one that reports. */
export const JOB_CONNECTIONS = CONCURRENT_JOBS + 2

/** Names the connection that a worker keeps open while it lives. */
export function jobConnectionName(worker: string): string {
  return `foyer jobs ${worker}`
}

/** Opens the connections of the job worker. `onError` gets every error of a connection, and none ends the process. */
export function openJobPool(connectionString: string, max: number, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    Client: HostClient,
    connectionString,
    max,
    application_name: 'foyer jobs',
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
    onConnect: requirePrimary,
    ...KEEP_ALIVE,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
