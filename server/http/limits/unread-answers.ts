import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientNetworkOf } from '../client-network.ts'

/** Limits the bytes of answers that clients have not got yet. */
const MAX_BYTES = 128_000_000

/**
 * An answer, or a part of one, that waits for its client. `content`: the object that keeps its bytes in memory.
 * `requestBytes`: those of the request, which is kept with it.
 */
type Unread = { network: string; content: object; bytes: number; requestBytes: number; end: () => void }

/** The contents that wait. One that waits for several clients is in memory once, and counted once. */
class Contents {
  readonly #clients = new Map<object, number>()
  bytes = 0

  add({ content, bytes, requestBytes }: Unread): void {
    this.bytes += requestBytes
    const clients = this.#clients.get(content) ?? 0
    if (clients === 0) this.bytes += bytes
    this.#clients.set(content, clients + 1)
  }

  remove({ content, bytes, requestBytes }: Unread): void {
    this.bytes -= requestBytes
    const clients = (this.#clients.get(content) ?? 0) - 1
    if (clients > 0) this.#clients.set(content, clients)
    else {
      this.#clients.delete(content)
      this.bytes -= bytes
    }
  }
}

type OfNetwork = { contents: Contents; answers: Set<Unread> }

/**
 * Counts the answers of a process that its clients have not got yet. When they exceed the limit, ends the oldest ones
 * of the network that leaves most unread, until they no longer do. No request is refused, so that clients that read
 * their answers notice nothing of others that do not.
 */
export class UnreadAnswers {
  readonly #all = new Contents()
  readonly #networks = new Map<string, OfNetwork>()
  readonly #maxBytes: number

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** Counts an answer until the returned function is called. `end` is called if it must not wait any longer. */
  add(unread: Unread): () => void {
    const { network } = unread
    const known = this.#networks.get(network) ?? { contents: new Contents(), answers: new Set() }
    this.#networks.set(network, known)
    known.answers.add(unread)
    known.contents.add(unread)
    this.#all.add(unread)
    while (this.#all.bytes > this.#maxBytes && this.#endOldest()) continue
    return () => this.#remove(unread)
  }

  /** Ends the oldest answer of the network that leaves most unread. Returns false if none waits. */
  #endOldest(): boolean {
    let largest: OfNetwork | undefined
    for (const each of this.#networks.values()) {
      if (!largest || each.contents.bytes > largest.contents.bytes) largest = each
    }
    const [oldest] = largest?.answers ?? []
    if (!oldest) return false
    this.#remove(oldest)
    oldest.end()
    return true
  }

  #remove(unread: Unread): void {
    const known = this.#networks.get(unread.network)
    if (!known?.answers.delete(unread)) return
    known.contents.remove(unread)
    this.#all.remove(unread)
    if (known.answers.size === 0) this.#networks.delete(unread.network)
  }
}

const unreadAnswers = new UnreadAnswers()

/** Counts the texts and files that calls and pages answer. Those of streams and downloads are counted part by part. */
export function limitUnreadAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' || payload instanceof Uint8Array) {
      onAnswered(reply, countUnread(request, payload))
    }
    done()
  })
}

/** Counts an answer, or a part of one, until the returned function is called. Closes its connection if it must end. */
export function countUnread({ ip, raw }: FastifyRequest, content: string | Uint8Array): () => void {
  const network = clientNetworkOf(ip)
  const requestBytes = raw.rawHeaders.reduce((bytes, text) => bytes + text.length, raw.url?.length ?? 0)
  const end = () => void raw.socket.destroy()
  // Texts with equal characters are not in memory once.
  const kept =
    typeof content === 'string' ? { content: {}, bytes: 2 * content.length } : { content, bytes: content.byteLength }
  return unreadAnswers.add({ network, ...kept, requestBytes, end })
}

/** Calls back once when the client has got the answer or has left, also if it has left before. */
export function onAnswered({ raw }: FastifyReply, listener: () => void): void {
  if (raw.closed) listener()
  else raw.once('close', listener)
}
