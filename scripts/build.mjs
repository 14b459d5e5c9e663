import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, install, node, root } from './install.mjs'

/** Names the built server for the tests and benchmarks that start it; see `server/testing/server-main.ts`. */
export const BUILT_SERVER = { SERVER_MAIN: 'dist/server/main.js' }

const ofBoth = ['contract', 'domain', 'print', 'package-lock.json']
const parts = [
  {
    title: 'the pages',
    config: 'vite.config.ts',
    sources: ['client', 'index.html', 'scan.html', 'scripts/vite-plugins', 'postcss.config.mjs'],
    stamp: 'client.sources',
  },
  { title: 'the server', config: 'vite.server.config.ts', sources: ['server'], stamp: 'server.sources' },
]

/** Builds the pages and the server, each unless its last build is from the same sources. */
export function build() {
  for (const part of parts) buildPart(part)
}

// `npm run build`
if (process.argv[1] === import.meta.filename) {
  install({ withTools: false })
  build()
}

function buildPart({ title, config, sources, stamp }) {
  const stampFile = join(root, 'dist', stamp)
  const now = fingerprint([...sources, ...ofBoth, config])
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === now) return
  console.log(`Building ${title} …`)
  const args = ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn']
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: root, env: environment(), encoding: 'utf8' })
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nCould not build ${title}.`)
    process.exit(1)
  }
  writeFileSync(stampFile, now)
}

function fingerprint(sources) {
  const hash = createHash('sha256').update(process.env['RESPONSE_CACHE'] === '1' ? 'keeps answers' : '')
  for (const source of sources) addTo(hash, join(root, source))
  return hash.digest('hex')
}

function addTo(hash, path) {
  if (!existsSync(path)) return
  const entries = tryReadFolder(path)
  if (!entries) hash.update(path).update(readFileSync(path))
  else for (const entry of entries.toSorted()) addTo(hash, join(path, entry))
}

function tryReadFolder(path) {
  try {
    return readdirSync(path)
  } catch {
    return undefined
  }
}
