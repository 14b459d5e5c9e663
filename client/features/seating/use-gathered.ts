import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Passes things on to `tell`: at once when it has rested for so long, else together with what else comes until it has.
 */
export function useGathered<Thing>(restMs: number, tell: (things: readonly Thing[]) => void) {
  const latest = useRef(tell)
  const waiting = useRef<Thing[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    latest.current = tell
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  function pass() {
    timer.current = undefined
    if (waiting.current.length === 0) return
    const things = waiting.current
    waiting.current = []
    timer.current = setTimeout(pass, restMs)
    latest.current(things)
  }

  return (things: readonly Thing[]) => {
    waiting.current.push(...things)
    if (timer.current === undefined) pass()
  }
}
