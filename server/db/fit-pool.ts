import { type Settings, SettingsError } from '../settings/env.ts'
import { JOB_CONNECTIONS } from './job-pool.ts'

/** The connections of a process besides its pool: those of its jobs, and the one that listens. */
const FURTHER_CONNECTIONS = JOB_CONNECTIONS + 1
/** Connections of the primary process, migrations, backups and operators' commands. */
const SPARE_CONNECTIONS = 12
/** A smaller pool would let one client network use a single connection at a time. */
const SMALLEST_POOL = 8

type Wanted = Pick<Settings, 'WORKERS' | 'DATABASE_POOL'>

/** Counts the connections that the processes of one machine open at most. */
export function connectionsOf({ WORKERS, DATABASE_POOL }: Wanted): number {
  return WORKERS * (DATABASE_POOL + FURTHER_CONNECTIONS) + SPARE_CONNECTIONS
}

/**
 * Divides the connections that the database allows among the workers of this machine. Returns the pool of each, at most
 * DATABASE_POOL, and a remark if it is smaller. Throws a `SettingsError` if too few are left. Other machines are
 * unknown here, so the operator counts their connections.
 */
export function fitPool(settings: Wanted, allowed: number): { pool: number; remark?: string } {
  const { WORKERS, DATABASE_POOL } = settings
  const wanted = connectionsOf(settings)
  if (wanted <= allowed) return { pool: DATABASE_POOL }
  const pool = Math.floor((allowed - SPARE_CONNECTIONS) / WORKERS) - FURTHER_CONNECTIONS
  const fact = `The database allows ${allowed} connections, but WORKERS=${WORKERS} with DATABASE_POOL=${DATABASE_POOL} needs ${wanted}.`
  if (pool < Math.min(SMALLEST_POOL, DATABASE_POOL)) {
    throw new SettingsError(`${fact} Raise max_connections, or lower WORKERS.`)
  }
  return { pool, remark: `${fact} Each process uses ${pool} at once instead.` }
}
