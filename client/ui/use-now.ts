import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const TICK = 15_000

/** Returns the current time, updated every 15 seconds. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), TICK, { autoInvoke: true })
  return now
}
