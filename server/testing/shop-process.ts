import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '#server/db/embedded/cluster.ts'

/** A shop in a process of its own, as it runs in production. */
export type ShopProcess = {
  url: string
  /** SIGKILL: no time for anything. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

const OPEN_WITHIN_MS = 60_000

/** Starts the shop on a database; several on one database are several servers of one shop. */
export async function startShopProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ShopProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      PORT: String(port),
      LOG_LEVEL: 'error',
      JWT_SECRET: 'a secret of the tests, at least 32 characters',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await opened(child)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return closed
  }
  return { url: `http://127.0.0.1:${port}/api/v1`, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function opened(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The shop did not open.')), OPEN_WITHIN_MS)
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('Foyer is open')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('close', () => reject(new Error('The shop closed before it opened.')))
  })
}
