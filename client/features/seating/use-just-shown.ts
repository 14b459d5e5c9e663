import { useEffect, useState } from 'react'

/** Longer than between two quick taps on seats. */
export const SETTLED_AFTER_MS = 800

/** Tells whether something has been shown for such a short time that a press was meant for what it covers. */
export function useJustShown(isShown: boolean): boolean {
  const [isSettled, setSettled] = useState(isShown)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(isShown), isShown ? SETTLED_AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [isShown])
  return isShown && !isSettled
}
