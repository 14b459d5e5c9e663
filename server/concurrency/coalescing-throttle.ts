import { setTimeout as wait } from 'node:timers/promises'

/** Runs work on request, at most once per interval. */
export type CoalescingThrottle = { request: () => void; stop: () => void }

/**
 * Runs `work` at once on the first request, then at most once per `intervalMs`, and never twice at the same time.
 * Requests during an interval are served together by one run after it. `work` must not throw.
 */
export function coalescingThrottle(work: () => Promise<void>, intervalMs: number): CoalescingThrottle {
  let isBusy = false
  let isRequested = false
  let isStopped = false

  async function run(): Promise<void> {
    isBusy = true
    while (isRequested && !isStopped) {
      isRequested = false
      await Promise.all([work(), wait(intervalMs, undefined, { ref: false })])
    }
    isBusy = false
  }

  function request(): void {
    isRequested = true
    if (!isBusy) void run()
  }
  function stop(): void {
    isStopped = true
  }
  return { request, stop }
}
