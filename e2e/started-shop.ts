import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const OPEN_WITHIN_MS = 300_000
export const ADMIN = { email: 'admin@foyer.example', password: 'the admin of the journeys' }

export type StartedShop = { url: string; dataDir: string; close: () => Promise<void> }

/** Starts the product like `npm start`, with its own data, a base path and further settings. */
export async function startShop(settings: Record<string, string> = {}): Promise<StartedShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-journeys-'))
  const port = await freePort()
  const shop = spawn(process.execPath, ['server/main.ts'], {
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
  async function close() {
    const closed = new Promise((resolve) => shop.once('close', resolve))
    shop.kill('SIGTERM')
    await closed
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}/shop/`, dataDir, close }
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
