import { type Client, escapeLiteral } from 'pg'
import type { Passwords } from './passwords.ts'
import { connectWith } from './superuser.ts'

/** The role that owns the database and migrates it, and the role of the running shop. */
export const OWNER = 'foyer_owner'
export const SHOP = 'foyer'
export const DATABASE = 'foyer'

/**
 * Creates the roles and the shop's database, unless they exist. Gives a database that the shop's role owned, as in
 * earlier versions, to the owner. May be interrupted at any point and repeated.
 */
export async function prepareRoles(superuser: Client, passwords: Passwords, port: number): Promise<void> {
  await createRole(superuser, OWNER, `login createdb password ${escapeLiteral(passwords.owner)}`)
  await createRole(superuser, SHOP, `login password ${escapeLiteral(passwords.shop)}`)
  const { rows } = await superuser.query<{ owner: string; isOpen: boolean }>(
    'select pg_get_userbyid(datdba) as owner, datacl is null as "isOpen" from pg_database where datname = $1',
    [DATABASE],
  )
  const [database] = rows
  if (!database) await superuser.query(`create database ${DATABASE} owner ${OWNER}`)
  if (database?.owner === SHOP) await reassign(passwords, port)
  if (!database || database.isOpen) {
    await superuser.query(
      `revoke all on database ${DATABASE} from public; grant connect on database ${DATABASE} to ${SHOP}`,
    )
  }
}

async function createRole(superuser: Client, name: string, attributes: string): Promise<void> {
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await superuser.query(`create role ${name} ${attributes}`)
}

/** Changes the owner of the database and of everything in it, in one transaction. */
async function reassign({ superuser }: Passwords, port: number): Promise<void> {
  const client = await connectWith(superuser, port, DATABASE)
  try {
    await client.query(`alter role ${SHOP} nocreatedb; reassign owned by ${SHOP} to ${OWNER}`)
  } finally {
    await client.end()
  }
}
