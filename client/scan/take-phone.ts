const NAME = 'foyer-scanner'

/**
 * Makes this page the only scanner of the phone: two would not know of each other's scans and admit a ticket each.
 * Resolves at once. Calls back when a later page takes the phone over. Does nothing in browsers without Web Locks.
 */
export async function takePhone(onTakenOver: () => void): Promise<void> {
  // Old browsers and pages without HTTPS lack it.
  const locks: LockManager | undefined = navigator.locks
  const taken = Promise.withResolvers<void>()
  locks
    ?.request(NAME, { steal: true }, () => {
      taken.resolve()
      return new Promise(() => undefined)
    })
    .catch(() => {
      taken.resolve()
      onTakenOver()
    })
  if (locks) await taken.promise
}
