import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** A running picture process, as Linux describes it. */
type Found = { pid: number; cpuSeconds: number }

const TICKS_PER_SECOND = 100

/** Lists the picture processes that a process started. */
export async function pictureProcessesOf(parent: number): Promise<Found[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Boolean)
  const found = await Promise.all(pids.map((pid) => describe(pid, parent).catch(() => undefined)))
  return found.filter((each) => each !== undefined)
}

async function describe(pid: number, parent: number): Promise<Found | undefined> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
  // State, parent, …, and from the eleventh on: the ticks in this program and in the system.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  // From its source or built.
  if (!/\/picture-main\.[jt]s/.test(command) || Number(fields[1]) !== parent || fields[0] === 'Z') return undefined
  return { pid, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }
}

/** Longer than such a process needs to start. */
const DECODING_SECONDS = 0.5

/** Waits until a picture process that a process started is in the middle of a picture, and returns its id. */
export async function decodingProcessOf(parent: number): Promise<number> {
  const before = new Map((await pictureProcessesOf(parent)).map(({ pid, cpuSeconds }) => [pid, cpuSeconds]))
  for (;;) {
    const found = await pictureProcessesOf(parent)
    const busy = found.find(({ pid, cpuSeconds }) => cpuSeconds - (before.get(pid) ?? 0) >= DECODING_SECONDS)
    if (busy) return busy.pid
    await pause(20)
  }
}

/** Waits until a process is gone. */
export async function isGone(pid: number): Promise<true> {
  const isThere = () =>
    readFile(`/proc/${pid}/stat`, 'utf8').then(
      (text) => !text.includes(') Z '),
      () => false,
    )
  while (await isThere()) await pause(20)
  return true
}

/**
 * Waits until this process has noticed that a child of its own has ended. Until then it is a zombie; its pipes close in
 * the turns of the event loop that follow.
 */
export async function isNoticed(childId: number): Promise<void> {
  const isThere = () =>
    readFile(`/proc/${childId}/stat`).then(
      () => true,
      () => false,
    )
  while (await isThere()) await pause(20)
  await pause(100)
}
