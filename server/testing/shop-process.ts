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

/**
 * Starts the shop with settings, which name its `DATABASE_URL` or its `DATA_DIR`; several on one database are several
 * servers of one shop. Throws what the shop says when it does not open.
 */
export async function startShopProcess(settings: Record<string, string>): Promise<ShopProcess> {
  const port = settings['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DEMO: '0',
      LOG_LEVEL: 'error',
      JWT_SECRET: 'a secret of the tests, at least 32 characters',
      ...settings,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
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
    let complaint = ''
    const timer = setTimeout(() => reject(new Error('The shop did not open.')), OPEN_WITHIN_MS)
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('Foyer is open')) return
      clearTimeout(timer)
      child.stderr?.pipe(process.stderr)
      resolve()
    })
    child.once('close', () => {
      clearTimeout(timer)
      reject(new Error(`The shop closed before it opened: ${complaint.trim()}`))
    })
  })
}
