import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { freePort } from '#server/db/embedded/cluster.ts'
import { SERVER_MAIN, SERVER_SOURCE } from './server-main.ts'

/** A shop in its own process, as in production. */
export type ShopProcess = {
  url: string
  pid: number
  /** Returns what the shop has written to its standard output. */
  output: () => string
  /** Sends SIGKILL. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

/** A guard against hanging, not a yardstick. */
const OPEN_WITHIN_MS = 180_000

/**
 * Starts a shop process. The settings name its `DATABASE_URL` or `DATA_DIR`; several processes on one database are
 * servers of one shop. Appends what it writes to the log file, if one is named. Runs in another folder than the
 * project's, if one is named. Throws the shop's message if it does not start.
 */
export async function startShopProcess(
  settings: Record<string, string>,
  { logFile, folder }: { logFile?: string; folder?: string } = {},
): Promise<ShopProcess> {
  const port = settings['PORT'] ?? String(await freePort())
  // Modules that are loaded before change the sources.
  const main = settings['NODE_OPTIONS'] ? SERVER_SOURCE : SERVER_MAIN
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DEMO: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'error',
      JWT_SECRET: 'a secret of the tests, at least 32 characters',
      ...settings,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(folder !== undefined && { cwd: folder }),
  })
  if (logFile !== undefined) keepLog(child, logFile)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await opened(child).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return closed
  }
  const url = `http://127.0.0.1:${port}/api/v1`
  return { url, pid: child.pid ?? 0, output: () => output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function keepLog(child: ChildProcess, logFile: string): void {
  const log = createWriteStream(logFile, { flags: 'a' })
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false })
  child.once('close', () => log.end())
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
