import { createServer } from 'node:net'

/** Throws EADDRINUSE, or whatever else stands in the way, when nobody could listen there now. */
export function probePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
