import { connect, createServer, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { randomFrom } from '#server/demo/random.ts'

/** The points at which a connection can break: during the request, or during the answer. */
export const CUTS = ['before send', 'mid-body', 'before the answer', 'mid-answer'] as const
export type Cut = (typeof CUTS)[number]

export type CuttingRule = {
  host: string
  port: number
  seed: string
  /** The fraction of request chunks at which the connection breaks. */
  share: number
  /** The same for chunks with the word `commit`. */
  shareOfCommits: number
}

/** Proxies connections while its thread runs and, if enabled, breaks them by the rule. */
function listen(rule: CuttingRule, port: NonNullable<typeof parentPort>): void {
  const random = randomFrom(rule.seed)
  const cuts = { 'before send': 0, 'mid-body': 0, 'before the answer': 0, 'mid-answer': 0 }
  let isCutting = false

  function cutAt(piece: Buffer): Cut | undefined {
    if (!isCutting || random.share() >= (piece.includes('commit') ? rule.shareOfCommits : rule.share)) return undefined
    const cut = random.pick(CUTS)
    cuts[cut] += 1
    return cut
  }

  const server = createServer((near) => {
    // From the client's own address, which the shop's limits per network depend on.
    const far = connect({ host: rule.host, port: rule.port, localAddress: near.remoteAddress })
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    join(near, far, cutAt)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    port.postMessage(typeof address === 'object' && address ? address.port : 0)
  })
  port.on('message', (told: boolean | 'count') => {
    if (told === 'count') port.postMessage(cuts)
    else isCutting = told
  })
}

function join(near: Socket, far: Socket, cutAt: (piece: Buffer) => Cut | undefined): void {
  let cut: Cut | undefined
  near.on('data', (piece) => {
    cut ??= cutAt(piece)
    if (cut === 'before send') near.destroy()
    else if (cut === 'mid-body') far.write(firstHalf(piece), () => near.destroy())
    else far.write(piece)
  })
  far.on('data', (piece) => {
    if (cut === 'before the answer') near.destroy()
    else if (cut === 'mid-answer') near.write(firstHalf(piece), () => near.destroy())
    else if (!cut) near.write(piece)
  })
}

const firstHalf = (piece: Buffer) => piece.subarray(0, Math.floor(piece.length / 2))

if (parentPort) listen(workerData as CuttingRule, parentPort)
