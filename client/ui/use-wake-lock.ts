import { useEffect } from 'react'

/** Keeps the screen on while the component is mounted and the page is visible, where the browser can. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined
    let isMounted = true
    let lock: WakeLockSentinel | undefined
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const granted = await navigator.wakeLock.request('screen')
        if (isMounted) lock = granted
        else await granted.release()
      } catch {
        // The browser refuses, such as with a low battery.
        return
      }
    }
    void request()
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', request)
    return () => {
      isMounted = false
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [isWanted])
}
