import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SERVER_MAIN } from '#server/testing/server-main.ts'

const run = promisify(execFile)
const OPEN_WITHIN_MS = 300_000
/** The customer of the demo. */
export const CUSTOMER = { email: 'customer@foyer.example', password: 'foyer-demo' }
export const ADMIN = { email: 'admin@foyer.example', password: 'the admin of the journeys' }

export type StartedShop = {
  url: string
  dataDir: string
  /** Ends the process and keeps the data. */
  stop: () => Promise<void>
  /** Ends the process, if it runs, and deletes the data. */
  close: () => Promise<void>
}

/**
 * Starts the product like `npm start`, with its own data, a base path and further settings. Copies the demo if it has
 * been loaded before, because loading it takes longer than most journeys.
 */
export async function startShop(settings: Record<string, string> = {}): Promise<StartedShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-journeys-'))
  const loadedDemo = process.env['LOADED_DEMO']
  // Copies owners and rights, too: the database runs as another user.
  if (loadedDemo && settings['DEMO'] !== '0') await run('cp', ['-a', `${loadedDemo}/.`, dataDir])
  const port = await freePort()
  const shop = spawn(process.execPath, [SERVER_MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      BASE_PATH: '/shop/',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await opened(shop.stdout)
  shop.stdout.resume()
  const closed = new Promise<void>((resolve) => shop.once('close', () => resolve()))
  const stop = () => {
    shop.kill('SIGTERM')
    return closed
  }
  const close = () => stop().then(() => rm(dataDir, { recursive: true, force: true }))
  return { url: `http://127.0.0.1:${port}/shop/`, dataDir, stop, close }
}

function opened(output: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`The shop did not open. It said:\n${said}`)), OPEN_WITHIN_MS)
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes('Foyer is open at')) return
      clearTimeout(timer)
      resolve()
    })
    output.once('end', () => reject(new Error(`The shop closed before it opened. It said:\n${said}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
