import type { SendHandle } from 'node:child_process'
import cluster from 'node:cluster'
import type { Server } from 'node:net'

const [COPY, COPIED] = ['copy socket', 'copied socket']

/** A listening socket of Node's own kind, on which this process does not listen. */
type Handle = SendHandle & { close: () => void }

/**
 * Copies the listening socket of a worker's server, by sending it to the primary process and back: the copy has a file
 * descriptor of its own, and accepts connections from the same queue. Waits for one copy at a time.
 */
export function copySocket(server: Server): Promise<SendHandle> {
  return new Promise((resolve) => {
    const receive = (message: unknown, copy: SendHandle) => {
      if (message !== COPIED) return
      process.off('message', receive)
      resolve(copy)
    }
    process.on('message', receive)
    // The primary process would listen at a server that it receives, but not at its handle.
    const { _handle: handle } = server as unknown as { _handle: SendHandle }
    process.send?.(COPY, handle)
  })
}

/** Lets workers copy their sockets: returns each one to the worker that sent it. For the primary process. */
export function sendSocketsBack(): void {
  cluster.on('message', (worker, message: unknown, socket: Handle) => {
    if (message !== COPY) return
    if (worker.isConnected()) worker.send(COPIED, socket, () => socket.close())
    else socket.close()
  })
}
