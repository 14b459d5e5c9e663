import { connect, type Socket } from 'node:net'

type LineAnswer = { status: number; body: string }

/**
 * A keep-alive connection from an address of its own that sends one request at a time. Costs the machine less than the
 * client of Node, so that a measurement shows the server.
 */
export class HttpLine {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #answer = Promise.withResolvers<LineAnswer>()

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (piece) => this.#receive(piece))
    socket.on('error', (error) => this.#answer.reject(error))
  }

  static open(port: number, localAddress: string): Promise<HttpLine> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress }, () => resolve(new HttpLine(socket)))
      socket.once('error', reject)
    })
  }

  send(head: string, content = ''): Promise<LineAnswer> {
    this.#answer = Promise.withResolvers()
    const type =
      content === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`
    this.#socket.write(`${head}\r\nhost: 127.0.0.1\r\n${type}\r\n${content}`)
    return this.#answer.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(piece: Buffer): void {
    this.#received = Buffer.concat([this.#received, piece])
    const headBytes = this.#received.indexOf('\r\n\r\n') + 4
    if (headBytes < 4) return
    const head = this.#received.toString('latin1', 0, headBytes)
    const status = Number(head.slice(9, 12))
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined && status !== 204) return this.#answer.reject(new Error(`No length: ${head}`))
    const end = headBytes + Number(length ?? 0)
    if (this.#received.length < end) return
    const body = this.#received.toString('utf8', headBytes, end)
    this.#received = this.#received.subarray(end)
    this.#answer.resolve({ status, body })
  }
}
