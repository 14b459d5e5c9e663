import { connect, type Socket } from 'node:net'
import type { PlaceStates } from '#contract/places.ts'

type Listener = (states: PlaceStates) => void

const EVENT_END = '\n\n'
const DATA = 'data: '
const MAX_PARSED = 1_000

/** The parsed data of the latest events. All connections hear the same ones. */
const parsed = new Map<string, PlaceStates>()

/** A connection from an address of its own that listens to the places of a show, at little cost for the machine. */
export class StreamLine {
  readonly #socket: Socket
  readonly #listen: Listener
  #unread = ''
  bytes = 0

  private constructor(socket: Socket, listen: Listener) {
    this.#socket = socket
    this.#listen = listen
    socket.setEncoding('latin1').on('data', (text: string) => this.#receive(text))
  }

  /** Resolves when the server has begun its answer. Rejects if it refuses. */
  static open(
    { port, from, showId }: { port: number; from: string; showId: number },
    listen: Listener,
  ): Promise<StreamLine> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: from })
      socket.once('error', reject)
      socket.write(`GET /api/v1/eventshows/${showId}/places/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
      socket.once('data', (head: Buffer) => {
        const status = head.toString('latin1', 9, 12)
        if (status === '200') resolve(new StreamLine(socket, listen))
        else reject(new Error(`A stream was refused: ${status}`))
      })
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(text: string): void {
    this.bytes += text.length
    const events = (this.#unread + text).split(EVENT_END)
    this.#unread = events.pop() ?? ''
    for (const event of events) {
      const at = event.indexOf(DATA)
      if (at >= 0 && !event.includes('event: beat')) this.#listen(parse(event.slice(at + DATA.length)))
    }
  }
}

function parse(data: string): PlaceStates {
  const known = parsed.get(data)
  if (known) return known
  if (parsed.size === MAX_PARSED) parsed.clear()
  const states = JSON.parse(data) as PlaceStates
  parsed.set(data, states)
  return states
}
