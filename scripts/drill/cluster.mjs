// A cluster of PostgreSQL below one folder: three members of etcd, three nodes of Patroni, and HAProxy before them.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { childOf, familyOf, freePorts, hasEnded, signal, start, user } from './processes.mjs'

const NODES = [0, 1, 2]
const UP_WITHIN_MS = 120_000
const PASSWORDS = {
  postgres: 'drill-super',
  replicator: 'drill-replication',
  rewinder: 'drill-rewind',
  foyer: 'drill-shop',
}
const POSTGRES = '/usr/lib/postgresql'
const PACKAGES = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }

/** Lists the Debian packages that are missing. */
export function missingPackages() {
  const isThere = (program) => spawnSync('sh', ['-c', `command -v ${program}`], { env: searching() }).status === 0
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) => (isThere(program) ? [] : [name]))
  return existsSync(POSTGRES) ? missing : [...missing, 'postgresql']
}

const searching = () => ({ ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` })

/** Starts a cluster in a folder and waits until it can be used. `isSafe`: commits wait for a standby. */
export async function startCluster(folder, { isSafe }) {
  const ports = await freePorts(14)
  const take = () => ports.pop()
  const nodes = NODES.map((index) => ({
    index,
    name: `n${index}`,
    port: take(),
    api: take(),
    client: take(),
    peer: take(),
  }))
  const proxyPort = take()
  const dir = (name) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid)
    return path
  }
  const logs = dir('log')
  const conf = dir('conf')
  const sockets = dir('run')
  const write = (name, text) => {
    writeFileSync(join(conf, name), text, { mode: 0o644 })
    return join(conf, name)
  }
  const run = (name, command, args) => start(name, command, args, { log: join(logs, `${name}.log`), env: searching() })
  const binaries = join(POSTGRES, readdirSync(POSTGRES).toSorted((a, b) => Number(b) - Number(a))[0], 'bin')

  const startEtcd = ({ index, client, peer }, state = 'new') =>
    run(`etcd${index}`, 'etcd', [
      ...[
        '--name',
        `e${index}`,
        '--data-dir',
        join(dir(`etcd${index}`), 'data'),
        '--log-level',
        'warn',
        '--enable-v2=true',
      ],
      ...[
        '--listen-client-urls',
        `http://127.0.0.1:${client}`,
        '--advertise-client-urls',
        `http://127.0.0.1:${client}`,
      ],
      ...[
        '--listen-peer-urls',
        `http://127.0.0.1:${peer}`,
        '--initial-advertise-peer-urls',
        `http://127.0.0.1:${peer}`,
      ],
      ...['--initial-cluster', nodes.map((node) => `e${node.index}=http://127.0.0.1:${node.peer}`).join(',')],
      ...['--initial-cluster-state', state, '--heartbeat-interval', '100', '--election-timeout', '1000'],
    ])
  const startNode = (node) =>
    run(`patroni${node.index}`, 'patroni', [write(`${node.name}.json`, JSON.stringify(patroniConfig(node)))])
  const startProxy = () => run('haproxy', 'haproxy', ['-db', '-f', write('haproxy.cfg', proxyConfig())])

  const patroniConfig = ({ index, name, port, api }) => ({
    scope: 'shop',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd: { hosts: nodes.map(({ client }) => `127.0.0.1:${client}`).join(',') },
    bootstrap: {
      dcs: {
        ...{ ttl: 20, loop_wait: 2, retry_timeout: 5, primary_start_timeout: 0, failsafe_mode: true },
        ...{ synchronous_mode: isSafe, synchronous_mode_strict: isSafe, maximum_lag_on_failover: 1_000_000_000 },
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            ...{ max_connections: 100, shared_buffers: '128MB', wal_log_hints: 'on', wal_keep_size: '256MB' },
            ...{ wal_receiver_status_interval: '1s', wal_receiver_timeout: '5s', wal_sender_timeout: '5s' },
            ...{ wal_retrieve_retry_interval: '500ms', log_min_messages: 'fatal', unix_socket_directories: sockets },
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host replication all 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, bin_dir: binaries },
      ...{ data_dir: join(dir(`pg${index}`), 'data'), pgpass: join(dir(`pg${index}`), 'pgpass') },
      authentication: {
        superuser: { username: 'postgres', password: PASSWORDS.postgres },
        replication: { username: 'replicator', password: PASSWORDS.replicator },
        rewind: { username: 'rewinder', password: PASSWORDS.rewinder },
      },
    },
  })
  const proxyConfig = () => `
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${proxyPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, api }) => `  server ${name} 127.0.0.1:${port} maxconn 100 check port ${api}`).join('\n')}
`

  /** Asks the nodes how the cluster is, as the first that answers knows it. */
  async function members() {
    for (const { api } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(2_000) })
        .then((reply) => reply.json())
        .catch(() => undefined)
      if (answer?.members) return answer.members
    }
    return []
  }
  const nodeBy = (all, role) =>
    nodes.find(({ name }) => all.some((member) => member.name === name && member.role === role))
  const isWhole = (all) =>
    all.length === 3 &&
    nodeBy(all, 'leader') !== undefined &&
    all.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(all.map(({ timeline }) => timeline)).size === 1 &&
    (!isSafe || nodeBy(all, 'sync_standby') !== undefined)

  /** Restarts what has ended, and waits until three nodes run. */
  async function heal() {
    for (const node of nodes) {
      if (hasEnded(childOf(`etcd${node.index}`))) startEtcd(node, 'existing')
      if (hasEnded(childOf(`patroni${node.index}`))) startNode(node)
    }
    if (hasEnded(childOf('haproxy'))) startProxy()
    await waitUntilWhole()
  }
  async function waitUntilWhole() {
    const deadline = performance.now() + UP_WITHIN_MS
    while (!isWhole(await members())) {
      if (performance.now() > deadline)
        throw new Error(`The cluster is not whole: ${JSON.stringify(await members())}. See ${logs}.`)
      await wait(500)
    }
  }
  const postmasterOf = ({ index }) =>
    Number(readFileSync(join(folder, `pg${index}/data/postmaster.pid`), 'utf8').split('\n')[0])
  const processesOf = (node) => [...familyOf(childOf(`patroni${node.index}`).pid), ...familyOf(postmasterOf(node))]

  /** Asks the primary as the superuser, and again while there is none. */
  async function ask(text, values, database = 'foyer') {
    for (let attempt = 0; ; attempt += 1) {
      const client = new pg.Client({
        ...{ host: '127.0.0.1', port: proxyPort, user: 'postgres', password: PASSWORDS.postgres, database },
        ...{ connectionTimeoutMillis: 3_000, query_timeout: 20_000 },
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query(text, values)).rows
      } catch (error) {
        if (attempt > 60) throw error
        await wait(500)
      } finally {
        client.end().catch(() => undefined)
      }
    }
  }

  for (const node of nodes) startEtcd(node)
  await wait(2_000)
  for (const node of nodes) startNode(node)
  startProxy()
  await waitUntilWhole()
  await ask(`create role foyer login password '${PASSWORDS.foyer}'`, [], 'postgres')
  await ask('create database foyer owner foyer', [], 'postgres')
  return {
    ...{ ask, heal, postmasterOf, processesOf, nodes, logs },
    url: `postgres://foyer:${PASSWORDS.foyer}@127.0.0.1:${proxyPort}/foyer`,
    /** Returns the nodes by their role now. */
    roles: async () => {
      const all = await members()
      const leader = nodeBy(all, 'leader')
      return { leader, sync: nodeBy(all, 'sync_standby') ?? nodes.find((node) => node !== leader) }
    },
    restartProxy: startProxy,
    configFile: (node) => join(conf, `${node.name}.json`),
    kill: (pids) => pids.forEach((pid) => signal(pid, 'SIGKILL')),
  }
}
