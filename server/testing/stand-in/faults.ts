import * as z from 'zod'

/** A fault of the stand-in's script. It hits the next calls that fit, and is used up. */
export const fault = z.strictObject({
  /** The beginning of method and path, such as `POST /v1/refunds`. All calls if empty. */
  on: z.string().default(''),
  /** `before`: without any effect. `after`: with the effect. `inside`: with the effect and half of the answer. */
  when: z.enum(['before', 'inside', 'after']),
  /** The number is the status of an answer. `delay` answers as usual, but later; its key is in use meanwhile. */
  what: z.union([z.enum(['cut', 'silence', 'kill', 'delay']), z.number().int().min(400).max(599)]),
  /** The calls that it hits. */
  times: z.number().int().min(1).default(1),
  /** The calls that it leaves alone first. */
  skip: z.number().int().min(0).default(0),
  /** The process to kill. */
  pid: z.number().int().min(2).optional(),
  /** The time of a `delay`, or before a connection ends without any effect. */
  delayMs: z.number().int().min(0).default(0),
})

export type Fault = z.output<typeof fault>
export type FaultInput = z.input<typeof fault>

/** Takes the fault that hits a call off the script, or undefined. */
export function nextFault(script: Fault[], call: string): Fault | undefined {
  const index = script.findIndex(({ on }) => call.startsWith(on))
  const hit = script[index]
  if (hit === undefined) return undefined
  if (hit.skip > 0) {
    hit.skip -= 1
    return undefined
  }
  hit.times -= 1
  if (hit.times === 0) script.splice(index, 1)
  return hit
}
