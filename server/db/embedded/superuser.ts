import { Client, DatabaseError } from 'pg'
import { type Passwords, readSuperuserPassword } from './passwords.ts'

export const SUPERUSER = 'postgres'
/** A server that hangs accepts connections and never answers. */
const CONNECT_WITHIN_MS = 15_000
/** The SQLSTATE of a wrong password, also for a role that does not exist. */
export const INVALID_PASSWORD = '28P01'

/**
 * Settings of every connection to the embedded PostgreSQL, which pg would otherwise read from the variables
 * PGSSLNEGOTIATION, PGOPTIONS and PGREPLICATION of a shell. pg ignores an empty string, so the options are a blank.
 */
const FIXED = { sslnegotiation: 'postgres', options: ' ', replication: 'false' } as const

/** The same settings in an address, and that of PGSSLMODE. */
export const FIXED_IN_URL = String(new URLSearchParams({ ...FIXED, sslmode: 'disable' }))

/** The address of the embedded PostgreSQL for its superuser. */
export type SuperuserAddress = ReturnType<typeof superuserAddress>

/** Returns the superuser's address of the server that the shop reaches at `connectionString`. */
export async function findSuperuser(dataDir: string, connectionString: string): Promise<SuperuserAddress> {
  return superuserAddress(await readSuperuserPassword(dataDir), Number(new URL(connectionString).port))
}

const superuserAddress = (password: string, port: number) => ({
  host: '127.0.0.1',
  port,
  user: SUPERUSER,
  password,
  database: SUPERUSER,
  ssl: false,
  ...FIXED,
})

/**
 * Connects as the superuser. Uses the shop's password if an earlier version of Foyer initialised the cluster with it.
 */
export async function connectSuperuser(
  passwords: Passwords,
  port: number,
): Promise<{ client: Client; password: string }> {
  try {
    return { client: await connectWith(passwords.superuser, port), password: passwords.superuser }
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === INVALID_PASSWORD)) throw error
    return { client: await connectWith(passwords.shop, port), password: passwords.shop }
  }
}

/** Connects as the superuser with this password, by default to its own database. */
export async function connectWith(password: string, port: number, database = SUPERUSER): Promise<Client> {
  const client = new Client({
    ...superuserAddress(password, port),
    ...{ database, application_name: 'foyer superuser', connectionTimeoutMillis: CONNECT_WITHIN_MS },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
