import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A stand-in of a payment provider in its own process. */
export type Started = {
  url: string
  /** Calls it below `/control`. */
  ask: (method: string, path: string, body?: unknown) => Promise<unknown>
  stop: () => Promise<void>
}

/** Starts a stand-in on a free port. It prints its address as this setting, and at last that no money moves. */
export async function startStandIn(program: string, setting: string): Promise<Started> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = new RegExp(`${setting}=(\\S+)`).exec(output)?.[1]
      if (found && output.includes('No money moves')) resolve(found)
    })
    closed.then(() => reject(new Error(`${program} did not open: ${output}`)), reject)
  })

  return {
    url,
    ask: async (method, path, body) => {
      const init =
        body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const reply = await fetch(`${url}/control${path}`, { method, ...init })
      if (!reply.ok) throw new Error(`${program} answered ${reply.status} to ${method} ${path}: ${await reply.text()}`)
      return reply.json()
    },
    stop: async () => {
      child.kill()
      await closed
    },
  }
}
