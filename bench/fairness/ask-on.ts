import { setTimeout as wait } from 'node:timers/promises'
import { HttpLine } from '../shared/http-line.ts'

/** Clients that ask for the paths in turn, each over a connection of its own, with a pause between its requests. */
export type Clients = {
  port: number
  /** The address of each connection. */
  addresses: readonly string[]
  paths: readonly string[]
  pauseMs: number
  forMs: number
}

/** Latencies of successful requests in milliseconds, and the number of refused ones. */
export type Answers = { latencies: number[]; refused: number }

export async function askOn({ port, addresses, paths, pauseMs, forMs }: Clients): Promise<Answers> {
  const answers: Answers = { latencies: [], refused: 0 }
  const lines = await Promise.all(addresses.map((address) => HttpLine.open(port, address)))
  const until = performance.now() + forMs
  await Promise.all(
    lines.map(async (line) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const startedAt = performance.now()
        const { status } = await line.send(`GET ${paths[turn % paths.length]} HTTP/1.1\r\naccept-encoding: gzip`)
        if (status === 200) answers.latencies.push(performance.now() - startedAt)
        else answers.refused += 1
        await wait(pauseMs)
      }
      line.close()
    }),
  )
  return answers
}
