import { setTimeout as wait } from 'node:timers/promises'

/** Work that is done when it is asked for. */
export type CoalescingThrottle = { ask: () => void; stop: () => void }

/**
 * `work`, at once when it has rested, else as soon as it has rested for so many milliseconds: what is asked for meanwhile
 * is done together. Never twice at the same time. `work` must not throw.
 */
export function coalescingThrottle(work: () => Promise<void>, restMs: number): CoalescingThrottle {
  let isBusy = false
  let isAsked = false
  let isStopped = false

  async function run(): Promise<void> {
    isBusy = true
    while (isAsked && !isStopped) {
      isAsked = false
      await Promise.all([work(), wait(restMs, undefined, { ref: false })])
    }
    isBusy = false
  }

  function ask(): void {
    isAsked = true
    if (!isBusy) void run()
  }
  function stop(): void {
    isStopped = true
  }
  return { ask, stop }
}
