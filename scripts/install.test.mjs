import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Replaces `npm`: notes the arguments of each run, and empties `node_modules` first, as `npm ci` does. */
const NPM = `#!/bin/sh
echo "$@" >> runs
rm -rf node_modules
sleep 0.5
mkdir -p node_modules
`

let clone = ''

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'clone-'))
  await mkdir(join(clone, 'scripts'))
  await copyFile(join(import.meta.dirname, 'install.mjs'), join(clone, 'scripts/install.mjs'))
  await writeFile(join(clone, 'package-lock.json'), '{}')
  await writeFile(join(clone, 'npm'), NPM)
  await chmod(join(clone, 'npm'), 0o755)
})

afterEach(() => rm(clone, { recursive: true }))

const codeFor = (options) =>
  `import('./scripts/install.mjs').then(({ install }) => install(${JSON.stringify(options)}))`

/** Runs `install` in a process of its own. Returns its exit code, or null for one that waits too long. */
const install = (options = {}) => run(process.execPath, ['-e', codeFor(options)])

async function run(command, args) {
  const env = { ...process.env, PATH: `${clone}:${process.env.PATH}` }
  const [status] = await once(spawn(command, args, { cwd: clone, env, timeout: 15_000 }), 'exit')
  return status
}

const readRuns = async () => (await readFile(join(clone, 'runs'), 'utf8')).trim().split('\n')
const countRuns = async () => (await readRuns()).length

test('installs once when two commands start at the same time', async () => {
  expect(await Promise.all([install(), install()])).toEqual([0, 0])
  expect(await countRuns()).toBe(1)
})

test('installs although an earlier installation was killed', async () => {
  const killed = spawn(process.execPath, ['-e', ''])
  await once(killed, 'exit')
  await writeFile(join(clone, '.installing'), String(killed.pid))
  expect(await install()).toBe(0)
  expect(await countRuns()).toBe(1)
})

test('installs although an earlier installation with the same process id was killed', async () => {
  const sh = `echo $$ > .installing; exec "$0" -e "$1"`
  expect(await run('sh', ['-c', sh, process.execPath, codeFor({})])).toBe(0)
  expect(await countRuns()).toBe(1)
})

test.runIf(process.platform === 'linux')(
  'installs although the process id of a killed installation belongs to another process now',
  async () => {
    await writeFile(join(clone, '.installing'), `${process.pid} 1`)
    expect(await install()).toBe(0)
    expect(await countRuns()).toBe(1)
  },
)

test('installs the tools of developers only where they are needed', async () => {
  await install({ withTools: false })
  await install({ withTools: false })
  await install()
  await install({ withTools: false })
  expect(await readRuns()).toEqual(['ci --omit=dev --loglevel=error', 'ci --include=dev --loglevel=error'])
})
