import { Client } from 'pg'

/** Runs one statement over a connection of its own. Returns its rows. */
export async function queryRows<Row extends object>(connectionString: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Runs one statement over a connection of its own. Returns its first row, or undefined without any. */
export async function queryRow(connectionString: string, statement: string): Promise<object | undefined> {
  return (await queryRows(connectionString, statement))[0]
}
