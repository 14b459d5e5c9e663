// A demo of the shop that any file server can serve: the pages, with answers that an administrator recorded.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { spawnSync } from 'node:child_process'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist', 'demo')
const IMAGES = 'api/v1/images'

/** Builds the pages for a file server, into `dist/demo`. Without a recording they ask a shop at the same place. */
export function buildDemo(recording?: string): string {
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--outDir', target, '--emptyOutDir']
  const env = { ...process.env, RESPONSE_CACHE: '1' }
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  const page = join(target, 'index.html')
  const html = readFileSync(page, 'utf8')
    .replaceAll('__BASE__', './')
    .replaceAll('__SHOP_ZONE__', process.env['SHOP_TIME_ZONE'] ?? '')
    .replaceAll(' nonce="__NONCE__"', '')
  writeFileSync(page, html.replace('<html ', '<html data-is-static '))
  if (recording) addRecording(recording)
  return target
}

/** Puts a recording beside the pages: the answers as one file, the pictures as files of their own. */
export function addRecording(path: string): void {
  const recording = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { base64?: string }>
  const texts = Object.entries(recording).filter(([, { base64 }]) => base64 === undefined)
  mkdirSync(join(target, IMAGES), { recursive: true })
  for (const [key, { base64 }] of Object.entries(recording)) {
    if (base64 !== undefined) writeFileSync(join(target, IMAGES, basename(key)), Buffer.from(base64, 'base64'))
  }
  writeFileSync(join(target, 'responses.json'), JSON.stringify(Object.fromEntries(texts)))
}

if (process.argv[1] === import.meta.filename) {
  const [recording] = process.argv.slice(2)
  if (!recording || !existsSync(recording)) {
    console.error('Say which recording to use: npm run build:demo -- responses.json')
    console.error(
      'An administrator saves one: RESPONSE_CACHE=1 npm start, look at what the demo should show, Admin, Save Recording.',
    )
    process.exit(1)
  }
  console.log(`The demo is in ${buildDemo(recording)}: any file server can serve it.`)
}
