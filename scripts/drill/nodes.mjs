// Kills one of two servers under load, behind a balancer, on the embedded database of the other: nothing is lost, and
// the other one goes on. `npm run drill:nodes`. Takes about three minutes.
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startBalancer } from './balancer.mjs'
import { checkBooks, chooseShow } from './books.mjs'
import { goShopping, Notes, registerBuyer } from './load.mjs'
import { freePorts, signal, stopAll, user } from './processes.mjs'
import { closeServers, startServer } from './shop.mjs'

const [BUYERS, KILLS] = [8, 3]
const [BEFORE_MS, AFTER_MS] = [4_000, 8_000]
const [ANSWER_MS, CLOSE_MS] = [10_000, 10_000]

const folder = mkdtempSync(join(tmpdir(), 'foyer-drill-'))
chmodSync(folder, 0o755)
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
const stop = new AbortController()
const notes = new Notes()
const bad = []
let isOver = false
try {
  console.log(`Starting two servers in ${folder} and loading the demo programme …`)
  const ports = await freePorts(2)
  const keeper = await startServer({ name: 'shop0', folder, port: ports[0], settings: { DATABASE_URL: '', DEMO: '1' } })
  const url = addressOfEmbedded(join(folder, 'shop0'))
  const startGuest = () => startServer({ name: 'shop1', folder, port: ports[1], settings: { DATABASE_URL: url } })
  let guest = await startGuest()
  const balancer = await startBalancer(ports, stop.signal)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const ask = async (text, values) => (await pool.query(text, values)).rows
  const show = await chooseShow(ask)
  const buyers = []
  while (buyers.length < BUYERS) buyers.push(await registerBuyer(notes, [balancer]))
  const shopping = Promise.all(
    buyers.map((token) => goShopping(notes, [balancer], token, { show, isOver: () => isOver })),
  )
  const pauses = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    await wait(BEFORE_MS)
    const killedAt = performance.now()
    signal(guest.child.pid, 'SIGKILL')
    await wait(AFTER_MS)
    const times = [killedAt, ...notes.orders.map(({ at }) => at).filter((at) => at > killedAt), performance.now()]
    pauses.push(Math.max(...times.slice(1).map((at, index) => at - times[index])))
    guest = await startGuest()
  }
  await wait(AFTER_MS)
  isOver = true
  await shopping
  const books = await checkBooks(ask, notes.orders)
  await pool.end()
  const closed = (await closeServers([guest])) + (await closeServers([keeper]))
  for (const [what, count] of Object.entries(books)) if (what !== 'orders' && count > 0) bad.push(`${count} ${what}`)
  for (const [what, count] of notes.faults) bad.push(`${count} × ${what}`)
  if (notes.slowestMs > ANSWER_MS) bad.push(`an answer after ${seconds(notes.slowestMs)}`)
  if (pauses.some((ms) => ms >= AFTER_MS)) bad.push('no sales after a kill')
  if (closed > 2 * CLOSE_MS) bad.push(`closing took ${seconds(closed)}`)
  console.log(
    `${books.orders} orders over ${KILLS} kills: ${books.lost} lost, ${books.double} double, ${books.gaps} gaps, ${books.violations} violations.`,
  )
  console.log(
    `Longest pauses ${pauses.map(seconds).join(', ')}; slowest answer ${seconds(notes.slowestMs)}; closed in ${seconds(closed)}.`,
  )
} finally {
  isOver = true
  stop.abort()
  await stopAll(['shop1', 'shop0'])
  rmSync(folder, { recursive: true, force: true })
}
for (const what of bad) console.log(`✗ ${what}`)
console.log(bad.length === 0 ? 'The drill passed.' : 'The drill failed.')
process.exit(bad.length === 0 ? 0 : 1)

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`
}

/** Reads the address of the embedded database in a DATA_DIR. */
function addressOfEmbedded(dataDir) {
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  return `postgres://foyer:${password}@127.0.0.1:${port}/foyer`
}
