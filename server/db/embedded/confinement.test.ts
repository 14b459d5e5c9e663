import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryRow } from '#server/testing/query.ts'
import { openCluster } from './cluster.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { isRoot } from './unprivileged.ts'

let folder: string
let database: EmbeddedDatabase

beforeAll(async () => {
  process.env['FOYER_TEST_SECRET'] = 'never to be inherited'
  // Closed to other users, like the home of root.
  folder = await mkdtemp(join(tmpdir(), 'foyer-confined-'))
  database = await startEmbedded(folder)
})
afterAll(async () => {
  delete process.env['FOYER_TEST_SECRET']
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const superuser = (connectionString: string, password?: string) => {
  const url = new URL(connectionString)
  url.username = 'postgres'
  if (password) url.password = password
  url.pathname = '/postgres'
  return url.href
}

const superuserPassword = () => readFile(join(folder, 'postgres.superuser.password'), 'utf8')

const serverPid = async () => {
  const [pid] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

const proc = async (file: string) => readFile(`/proc/${await serverPid()}/${file}`, 'utf8')

describe.runIf(process.platform === 'linux')('the process of the embedded database', () => {
  test.runIf(isRoot())('has no capability below a closed folder, and can gain none', async () => {
    const status = await proc('status')
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
      expect(status).toMatch(new RegExp(`^${set}:\\s0+$`, 'm'))
    expect(status).toMatch(/^NoNewPrivs:\s1$/m)
    expect(status).not.toMatch(/^[UG]id:.*\b0\b/m)
    expect(status).toMatch(/^Groups:\s*$/m)
  })

  test.runIf(isRoot())('cannot read files of root', async () => {
    const address = superuser(database.connectionString, await superuserPassword())
    await expect(queryRow(address, `select pg_read_file('/etc/shadow')`)).rejects.toThrow('Permission denied')
  })

  test('inherits no secret from the environment of the shop', async () => {
    expect(await proc('environ')).not.toContain('FOYER_TEST_SECRET')
  })

  test('replaces a server that was left running with more rights', async () => {
    await database.stop()
    const { postgres } = await openCluster(folder)
    const port = new URL(database.connectionString).port
    const settings = ['-c', `port=${port}`, '-c', 'unix_socket_directories=']
    const server = ['-D', '/proc/self/cwd', ...settings]
    const ids = ['--reuid=nobody', '--regid=65534', '--clear-groups']
    const [program = '', ...args] = isRoot() ? ['setpriv', ...ids, postgres, ...server] : [postgres, ...server]
    const left = spawn(program, args, { cwd: join(folder, 'postgres'), stdio: 'ignore' })
    const ended = new Promise((resolve) => left.once('close', resolve))
    const address = superuser(database.connectionString, await superuserPassword())
    await expect.poll(() => queryRow(address, 'select 1 as one').catch(() => undefined)).toEqual({ one: 1 })

    database = await startEmbedded(folder)
    await ended
    expect(await serverPid()).not.toBe(left.pid)
    expect(await proc('environ')).not.toContain('FOYER_TEST_SECRET')
  })
})

test('keeps the superuser closed to the password of the shop', async () => {
  const { connectionString } = database
  await expect(queryRow(superuser(connectionString), 'select 1')).rejects.toThrow('password authentication failed')
  await expect(queryRow(connectionString, `select pg_read_file('/etc/passwd')`)).rejects.toThrow('permission denied')
  expect(await queryRow(connectionString, `select usesuper from pg_user where usename = current_user`)).toEqual({
    usesuper: false,
  })
})

test('gives an existing superuser a password of its own and keeps the data', async () => {
  await queryRow(database.ownerUrl, 'create table kept as select 7 as number')
  const shared = new URL(database.connectionString).password
  await queryRow(
    superuser(database.connectionString, await superuserPassword()),
    `alter role postgres password '${shared}'`,
  )
  await database.stop()
  await rm(join(folder, 'postgres.superuser.password'))

  // An upgrade that was interrupted after its first step.
  await writeFile(join(folder, 'postgres.superuser.password'), 'written, but not yet in use', { mode: 0o600 })
  database = await startEmbedded(folder)
  expect(database.isNew).toBe(false)
  expect(await queryRow(database.ownerUrl, 'select number from kept')).toEqual({ number: 7 })
  await expect(queryRow(superuser(database.connectionString), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
})
