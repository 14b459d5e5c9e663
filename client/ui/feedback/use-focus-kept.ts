import { useEffect, useRef, type RefObject } from 'react'

const DIALOG_GONE = 400

/**
 * Who removed one of so many things by its button would stand nowhere; the heading above them is the next best place,
 * that of the page unless another one is meant.
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
