import { figuresReader } from '#server/features/figures/get-figures.ts'
import { sumFinishedDays } from '#server/features/figures/sum-finished-days.ts'
import { dayAfter } from '#domain/accounting/figures-period.ts'
import type { Bench } from '../shared/fresh-shop.ts'
import { measure } from '../shared/measure.ts'

const GOAL_MS = 2_000
const PERIODS = [1, 30, 90, 250]
const TIMES = 3

export type FiguresMeasurement = { days: number; unsummedMs: number; summedMs: number; isWithinGoal: boolean }

/**
 * Measures the median of reading the figures of periods that end today, from the invoices alone and with the sums of
 * the finished days, against the goal of 2 seconds. Also returns how long it took to make these sums.
 */
export async function measureFigures(bench: Bench): Promise<{ sumMs: number; periods: FiguresMeasurement[] }> {
  const read = async (days: number) => {
    const { medianMs } = await measure('', { times: TIMES, atOnce: 1 }, () =>
      figuresReader(bench)((today) => ({ from: dayAfter(today, 1 - days), to: today })),
    )
    return medianMs
  }
  const unsummed = new Map<number, number>()
  for (const days of PERIODS) unsummed.set(days, await read(days))
  const started = performance.now()
  await sumFinishedDays(bench.owner, bench.settings.SHOP_TIME_ZONE)
  const sumMs = performance.now() - started
  const periods: FiguresMeasurement[] = []
  for (const days of PERIODS) {
    const summedMs = await read(days)
    periods.push({ days, unsummedMs: unsummed.get(days) ?? 0, summedMs, isWithinGoal: summedMs <= GOAL_MS })
  }
  return { sumMs, periods }
}
