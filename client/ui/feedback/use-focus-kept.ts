import { useEffect, useRef, type RefObject } from 'react'

const DIALOG_GONE = 400

/**
 * Moves the focus to a heading, by default that of the page, when an item with the focused button was removed.
 * Otherwise the focus would be lost.
 */
export function useFocusKept(count: number, heading?: RefObject<HTMLElement | null>): void {
  const before = useRef(count)
  useEffect(() => {
    const isRemoved = count < before.current
    before.current = count
    if (!isRemoved) return undefined
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return
      const place = heading ? heading.current : document.querySelector('h1')
      place?.focus({ preventScroll: true })
    }, DIALOG_GONE)
    return () => clearTimeout(timer)
  }, [count, heading])
}
