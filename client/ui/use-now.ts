import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const TICK = 15_000

/** The present moment, moving on four times a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), TICK, { autoInvoke: true })
  return now
}
