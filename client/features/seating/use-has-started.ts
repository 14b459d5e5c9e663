import { useEffect, useState } from 'react'
import { hasStarted } from '#domain/tickets/reservations.ts'

/** The longest delay of a timer in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Tells whether a show has started. Rerenders when it does. */
export function useHasStarted(startTime: string): boolean {
  const [now, setNow] = useState(() => new Date())
  const startsAt = new Date(startTime)
  const wait = Math.min(startsAt.getTime() - now.getTime(), MAX_DELAY_MS)
  useEffect(() => {
    if (wait <= 0) return undefined
    const timer = setTimeout(() => setNow(new Date()), wait)
    return () => clearTimeout(timer)
  }, [wait])
  return hasStarted({ startsAt }, now)
}
