import { Client, type Connection } from 'pg'
import type { SuperuserAddress } from '../embedded/superuser.ts'
import { type Lsn, lsnText } from './lsn.ts'

/** Bytes of a copy, as PostgreSQL sends them. */
type CopyMessage = { chunk: Buffer }

/** The parts of pg's connection that its types leave out. */
type ReplicationConnection = Connection & {
  stream: { pause: () => void; resume: () => void }
  sendCopyFromChunk: (chunk: Buffer) => void
  on: (event: 'copyData', listener: (message: CopyMessage) => void) => void
}

/** Connects for replication commands. The caller ends the connection. */
export async function connectForReplication(address: SuperuserAddress): Promise<Client> {
  // A setting of pg without a type.
  const client = new Client(Object.assign({ application_name: 'foyer backup' }, address, { replication: 'true' }))
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Handles the messages of a copy, and other work in between, one after the other. Rejects all work after an error. */
export type CopyQueue = { run: <Result>(work: () => Promise<Result>) => Promise<Result> }

/** Calls back for each message of a copy. Reads no faster than the messages are handled. */
export function onCopyData(client: Client, handle: (message: Buffer) => Promise<void>): CopyQueue {
  const connection = connectionOf(client)
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result
    result.catch(() => {})
    return result
  }
  async function handled(): Promise<void> {
    waiting -= 1
    if (waiting === 0) connection.stream.resume()
  }
  connection.on('copyData', ({ chunk }) => {
    // The parser may reuse its memory.
    const message = Buffer.from(chunk)
    waiting += 1
    connection.stream.pause()
    void run(() => handle(message)).then(handled, handled)
  })
  return { run }
}

/** Starts a stream of WAL. Messages arrive at `onCopyData`. Rejects when the stream ends. */
export async function streamWal(client: Client, from: { slot: string; start: Lsn; timeline: number }): Promise<never> {
  await client.query(`START_REPLICATION SLOT ${from.slot} PHYSICAL ${lsnText(from.start)} TIMELINE ${from.timeline}`)
  throw new Error('The database ended the stream of WAL.')
}

/** Reports the position until which WAL is safely stored, so that the slot keeps it no longer. */
export function reportStored(client: Client, stored: Lsn): void {
  const message = Buffer.alloc(34)
  message.write('r')
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(stored, offset)
  connectionOf(client).sendCopyFromChunk(message)
}

/** Reads a message of a stream. Undefined for keepalives, which bring no WAL. */
export function readWalMessage(message: Buffer): { start: Lsn; bytes: Buffer } | undefined {
  if (message.toString('latin1', 0, 1) !== 'w') return undefined
  return { start: message.readBigUInt64BE(1), bytes: message.subarray(25) }
}

const connectionOf = (client: Client) => (client as unknown as { connection: ReplicationConnection }).connection
