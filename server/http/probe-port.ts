import { createServer } from 'node:net'
import { SettingsError } from '../settings/env.ts'

/** Throws an Error that names the setting if the address cannot be bound. */
export function probePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explained(error, host, port)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Returns an Error that names the setting because of which an address cannot be bound; any other error as it is. */
export function explained(error: unknown, host: string, port: number): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new SettingsError(`Something else listens at ${host}:${port}. Set PORT to a free port.`)
    case 'EACCES':
      return new SettingsError(`This user may not listen at port ${port}. Set PORT to one from 1024 on.`)
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new SettingsError(`HOST cannot be used: ${host} is no address of this machine.`)
    default:
      return error
  }
}
