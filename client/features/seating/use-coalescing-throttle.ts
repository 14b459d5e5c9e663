import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Makes a coalescing throttle: passes values on to `onBatch` at once after `intervalMs` of rest, else collects them
 * until the interval has passed.
 */
export function useCoalescingThrottle<Value>(intervalMs: number, onBatch: (values: readonly Value[]) => void) {
  const latest = useRef(onBatch)
  const waiting = useRef<Value[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    latest.current = onBatch
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  function flush() {
    timer.current = undefined
    if (waiting.current.length === 0) return
    const values = waiting.current
    waiting.current = []
    timer.current = setTimeout(flush, intervalMs)
    latest.current(values)
  }

  return (values: readonly Value[]) => {
    waiting.current.push(...values)
    if (timer.current === undefined) flush()
  }
}
