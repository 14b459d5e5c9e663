import { frameReader, writeFrame } from '#server/gateways/pictures/frames.ts'
import { type PlanFileOptions, readPlanFile } from '../read-plan-file.ts'
import type { PlanAnswer, PlanOrder } from './plan-process.ts'

// The main file of the plan process. The server starts it for one file (plan-process.ts).

function optionsOf({ prices, ...options }: PlanOrder): PlanFileOptions {
  return { ...options, percents: new Map(prices) }
}

function answerTo(order: PlanOrder, content: Buffer): PlanAnswer {
  try {
    return { outcome: 'read', ...readPlanFile(content, optionsOf(order)) }
  } catch (error) {
    // Other errors are bugs: they end the process and are logged.
    if (!(error instanceof RangeError)) throw error
    return { outcome: 'refused', sentences: error.message.split('\n') }
  }
}

// Ctrl-C reaches every process of the terminal. The server finishes its requests first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const read = frameReader<PlanOrder>(Infinity, ({ head, content }) => {
  writeFrame(process.stdout, { head: {}, content: Buffer.from(JSON.stringify(answerTo(head, content))) })
  process.stdin.destroy()
})
process.stdin.on('data', read)
