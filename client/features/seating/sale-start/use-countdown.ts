import { useEffect, useRef, useState } from 'react'

/** Spreads the pages that wait for the same moment, in milliseconds, so that they do not all ask at once. */
const LEAST_SPREAD_MS = { from: 200, to: 3_000 }

/**
 * Counts down to a time of `performance.now()`, undefined while it is unknown. Returns the milliseconds left, updated
 * with each second, and calls `onOver` within `spreadMs` after the end, at once if it is over when it becomes known.
 */
export function useCountdown(endsAt: number | undefined, onOver: () => void, spreadMs = 0): number | undefined {
  const [now, setNow] = useState(() => performance.now())
  const [luck] = useState(Math.random)
  const { from, to } = LEAST_SPREAD_MS
  const delay = from + luck * (Math.max(to, spreadMs) - from)
  const hasCounted = useRef(false)
  const left = endsAt === undefined ? undefined : endsAt - now
  useEffect(() => {
    if (left === undefined) return undefined
    if (left > 0) hasCounted.current = true
    const wait = left > 0 ? left % 1_000 || 1_000 : hasCounted.current ? delay : 0
    const tick = () => (left > 0 ? setNow(performance.now()) : onOver())
    const timer = setTimeout(tick, wait)
    return () => clearTimeout(timer)
  }, [left, delay, onOver])
  return left
}
