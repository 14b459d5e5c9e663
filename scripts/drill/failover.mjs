// Breaks a cluster of PostgreSQL under load and checks what the shop promises: `npm run drill:failover`. Arguments
// choose faults by name; `control` shows that the check finds a loss. Takes about ten minutes.
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkBooks, chooseShow } from './books.mjs'
import { missingPackages, startCluster } from './cluster.mjs'
import { goShopping, Notes, registerBuyer, watchPlaces } from './load.mjs'
import { childOf, freePorts, signal, stopAll, user } from './processes.mjs'
import { closeServers, startServer } from './shop.mjs'

const BUYERS = 8
const [BEFORE_MS, AFTER_MS] = [5_000, 10_000]
/** Limits of what the drill accepts. */
const [ANSWER_MS, JOBS_MS, STREAM_MS, CLOSE_MS, UNLOCK_MS] = [10_000, 30_000, 30_000, 10_000, 150_000]

/** Each breaks something and returns after it is mended, as far as people would. */
const faults = {
  'kill postmaster': async ({ cluster }) => {
    signal(cluster.postmasterOf((await cluster.roles()).leader), 'SIGKILL')
  },
  'kill node': async ({ cluster }) => {
    cluster.kill(cluster.processesOf((await cluster.roles()).leader))
    await wait(15_000)
  },
  switchover: async ({ cluster }) => {
    const { leader, sync } = await cluster.roles()
    const args = [
      '-c',
      cluster.configFile(leader),
      'switchover',
      '--force',
      '--leader',
      leader.name,
      '--candidate',
      sync.name,
      'shop',
    ]
    const child = spawn('patronictl', args, { stdio: 'ignore' })
    await new Promise((resolve) => child.once('close', resolve))
  },
  'kill server': async (drill) => {
    const old = drill.servers[1]
    signal(old.child.pid, 'SIGKILL')
    await wait(5_000)
    drill.servers[1] = await drill.startServer(1)
  },
  'restart proxy': async ({ cluster }) => {
    childOf('haproxy').kill('SIGTERM')
    await wait(2_000)
    cluster.restartProxy()
  },
  'freeze node': async ({ cluster }) => {
    const all = cluster.processesOf((await cluster.roles()).leader)
    for (const pid of all) signal(pid, 'SIGSTOP')
    await wait(25_000)
    for (const pid of all) signal(pid, 'SIGCONT')
  },
  'kill standbys': async ({ cluster }) => {
    const { leader } = await cluster.roles()
    for (const node of cluster.nodes) if (node !== leader) cluster.kill(cluster.processesOf(node))
    await wait(25_000)
  },
  'kill etcd': async () => {
    childOf('etcd1').kill('SIGKILL')
    await wait(5_000)
  },
}

/** Stops the receivers of the standbys, lets orders come in, then kills the primary: loses them without safety. */
async function loseOrders({ cluster, notes }) {
  const { leader } = await cluster.roles()
  const receivers = []
  for (const node of cluster.nodes) {
    if (node === leader) continue
    const list = spawn('pgrep', ['-f', 'walreceiver', '-P', String(cluster.postmasterOf(node))])
    for await (const chunk of list.stdout) receivers.push(...chunk.toString().split('\n').filter(Boolean).map(Number))
  }
  for (const pid of receivers) signal(pid, 'SIGSTOP')
  const before = notes.orders.length
  await wait(4_000)
  console.log(`${notes.orders.length - before} orders came in while ${receivers.length} receivers stood still`)
  cluster.kill(cluster.processesOf(leader))
  for (const pid of receivers) signal(pid, 'SIGTERM')
  for (const pid of receivers) signal(pid, 'SIGCONT')
  await wait(15_000)
}

/** Waits until a condition holds. Returns the milliseconds it took, or Infinity if it does not within the limit. */
async function until(condition, limitMs) {
  const start = performance.now()
  while (performance.now() - start < limitMs) {
    if (await condition()) return performance.now() - start
    await wait(200)
  }
  return Infinity
}

/** Runs one fault under load. Returns its row of the table. */
async function runFault(name, fault, drill) {
  const { cluster, notes } = drill
  notes.slowestMs = 0
  notes.faults.clear()
  await wait(BEFORE_MS)
  const brokenAt = performance.now()
  await fault(drill)
  await cluster.heal()
  const healedAt = performance.now()
  const jobs = await until(() => drill.servers.every((server) => server.jobs.some((at) => at > healedAt)), JOBS_MS)
  const hears = (index) =>
    notes.holds.some(({ placeId, via, at }) => at > healedAt && via !== index && drill.told[index].has(placeId))
  const streams = await until(() => drill.servers.every((_, index) => hears(index)), STREAM_MS)
  await wait(AFTER_MS)
  const times = [brokenAt, ...notes.orders.map(({ at }) => at).filter((at) => at > brokenAt), performance.now()]
  const pause = Math.max(...times.slice(1).map((at, index) => at - times[index]))
  const books = await checkBooks(cluster.ask, [...notes.orders])
  const bad = [
    ...Object.entries(books).flatMap(([what, count]) => (what !== 'orders' && count > 0 ? [`${count} ${what}`] : [])),
    ...Array.from(notes.faults, ([what, count]) => `${count} × ${what}`),
    ...(notes.slowestMs > ANSWER_MS ? [`an answer after ${seconds(notes.slowestMs)}: ${notes.slowestCall}`] : []),
    ...(jobs === Infinity ? ['a server without jobs'] : []),
    ...(streams === Infinity ? ['a silent stream'] : []),
  ]
  return { name, ...books, pause, slowest: notes.slowestMs, jobs, streams, bad }
}

const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`

function print(rows) {
  const head = [
    'fault',
    'orders',
    'lost',
    'double',
    'gaps',
    'audit',
    'no sales',
    'slowest answer',
    'jobs after',
    'streams after',
  ]
  const lines = rows.map((row) => [
    ...[row.name, row.orders, row.lost, row.double, row.gaps, row.violations],
    ...[row.pause, row.slowest, row.jobs, row.streams].map(seconds),
  ])
  for (const line of [head, head.map(() => '---'), ...lines]) console.log(`| ${line.join(' | ')} |`)
}

async function run(chosen, { isControl }) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-drill-'))
  chmodSync(folder, 0o755)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const stop = new AbortController()
  const notes = new Notes()
  let isOver = false
  try {
    console.log(`Starting the cluster in ${folder} …`)
    const cluster = await startCluster(folder, { isSafe: !isControl })
    const ports = await freePorts(2)
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    const start = (index) =>
      startServer({
        name: `shop${index}`,
        folder,
        port: ports[index],
        settings: { DATABASE_URL: cluster.url, DEMO: index === 0 ? '1' : '0' },
      })
    console.log('Starting two servers and loading the demo programme …')
    const servers = [await start(0), await start(1)]
    const show = await chooseShow(cluster.ask)
    const buyers = []
    while (buyers.length < BUYERS) buyers.push(await registerBuyer(notes, bases))
    const drill = {
      cluster,
      notes,
      servers,
      startServer: start,
      told: bases.map((base) => watchPlaces(base, show.id, stop.signal)),
    }
    const shopping = Promise.all(buyers.map((token) => goShopping(notes, bases, token, { show, isOver: () => isOver })))
    const enqueue = `select graphile_worker.add_job('widen-event-times') from generate_series(1, 6)`
    const jobs = setInterval(() => cluster.ask(enqueue).catch(() => undefined), 1_000)
    const rows = []
    for (const [name, fault] of chosen) {
      console.log(`${name} …`)
      rows.push(await runFault(name, fault, drill))
      for (const what of rows.at(-1).bad) console.log(`  ✗ ${what}`)
    }
    clearInterval(jobs)
    isOver = true
    await shopping
    stop.abort()
    const locked = `select count(*)::int as count from graphile_worker.jobs where locked_at < now() - interval '20 seconds'`
    const unlocked = await until(async () => (await cluster.ask(locked))[0].count === 0, UNLOCK_MS)
    const closed = await closeServers(drill.servers)
    print(rows)
    console.log(`Locked jobs released after ${seconds(unlocked)}. Servers closed after ${seconds(closed)}.`)
    const isLost = rows.some(({ lost }) => lost > 0)
    if (isControl) {
      console.log(
        isLost ? 'The control lost orders, as it must.' : 'The control lost nothing, so the drill proves nothing.',
      )
      return isLost
    }
    return unlocked < Infinity && closed <= CLOSE_MS && rows.every(({ bad }) => bad.length === 0)
  } finally {
    isOver = true
    stop.abort()
    await stopAll(['shop0', 'shop1', 'haproxy', 'patroni0', 'patroni1', 'patroni2', 'etcd0', 'etcd1', 'etcd2'])
    if (process.env.KEEP !== '1') rmSync(folder, { recursive: true, force: true })
  }
}

const missing = missingPackages()
if (missing.length > 0) {
  console.error(`The drill needs these packages of Debian 12: ${missing.join(' ')}. Install them with apt-get.`)
  console.error('A /usr/sbin/policy-rc.d that exits with 101 keeps apt-get from starting their services.')
  process.exit(1)
}
const names = process.argv.slice(2)
const isControl = names[0] === 'control'
const unknown = names.filter((name) => !faults[name] && name !== 'control')
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are control, ${Object.keys(faults).join(', ')}.`)
  process.exit(1)
}
const chosen = isControl
  ? [['control', loseOrders]]
  : Object.entries(faults).filter(([name]) => names.length === 0 || names.includes(name))
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stopAll().finally(() => process.exit(1)))
const isGood = await run(chosen, { isControl })
console.log(isGood ? 'The drill passed.' : 'The drill failed.')
process.exit(isGood ? 0 : 1)
