import { parentPort, workerData } from 'node:worker_threads'
import { askOn, type Clients } from './ask-on.ts'

const answers = await askOn(workerData as Clients)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort?.postMessage(answers)
