import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { readMemory } from '../shared/resident-memory.ts'
import { type ProcessorTime, readProcessorTime } from '../shared/processor-time.ts'

/** Long enough for the server to return spare memory. */
const QUIET_MS = 20_000

/** `openMs`: elapsed milliseconds. `idleMb`: the resident memory of the server five seconds later. */
type StartMeasurement = ProcessorTime & { name: string; openMs: number; idleMb: number }

/** Measures the first start of an empty shop, which creates its embedded database, and the second one. */
export async function measureStarts(): Promise<StartMeasurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  async function measureStart(name: string): Promise<StartMeasurement> {
    const startedAt = performance.now()
    const shop = await startShopProcess({ DATA_DIR: folder })
    try {
      const openMs = performance.now() - startedAt
      const processorTime = readProcessorTime([shop.pid], folder)
      await wait(QUIET_MS)
      return { name, openMs, ...processorTime, idleMb: readMemory(shop.pid).mb }
    } finally {
      await shop.stop()
    }
  }
  try {
    return [await measureStart('the first start'), await measureStart('the next start')]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
