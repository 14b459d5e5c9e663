const MAX_WAIT_MS = 3000

/** Waits until the browser has nothing else to do, at most three seconds. */
export function browserIsIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: MAX_WAIT_MS })
    else setTimeout(resolve, MAX_WAIT_MS / 3)
  })
}
