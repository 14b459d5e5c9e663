import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, node, root } from './install.mjs'

const sources = [
  'client',
  'contract',
  'domain',
  'print',
  'index.html',
  'scan.html',
  'vite.config.ts',
  'scripts/leave-out-server-parts.ts',
  'postcss.config.mjs',
  'package-lock.json',
]
const stamp = join(root, 'dist', 'client.sources')

/** Builds the client, unless the last build is from the same sources. */
export function buildClient() {
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  console.log('Building the pages …')
  const { status, stdout, stderr } = spawnSync(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
  })
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nThe pages could not be built.`)
    process.exit(1)
  }
  writeFileSync(stamp, now)
}

function fingerprint() {
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
