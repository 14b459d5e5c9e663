import { useEffect, useState } from 'react'
import { hasStarted } from '#domain/reservations.ts'

/** A timer cannot wait longer than this. */
const LONGEST_WAIT = 2 ** 31 - 1

/** Whether a show has started, told again when it does. */
export function useHasStarted(startTime: string): boolean {
  const [now, setNow] = useState(() => new Date())
  const startsAt = new Date(startTime)
  const wait = Math.min(startsAt.getTime() - now.getTime(), LONGEST_WAIT)
  useEffect(() => {
    if (wait <= 0) return undefined
    const timer = setTimeout(() => setNow(new Date()), wait)
    return () => clearTimeout(timer)
  }, [wait])
  return hasStarted({ startsAt }, now)
}
