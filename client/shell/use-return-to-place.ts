import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

const MAX_WAIT_MS = 10_000
const TAKEN_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Restores the scroll position after a reload or navigation back, also if rows arrive after the first render: the
 * router scrolls only as far as the page reaches at that time. Stops when the user scrolls or types.
 */
export function useReturnToPlace(): void {
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key })
  const place = useElementScrollRestoration({ getElement: () => globalThis.window })
  const top = place?.scrollY ?? 0
  useEffect(() => (page && top > 0 && top > reach() ? goWhenThere(top) : undefined), [page, top])
}

/** Returns the maximum scroll position. */
function reach(): number {
  const { scrollHeight, clientHeight } = document.documentElement
  return scrollHeight - clientHeight
}

/** Scrolls once the page is long enough. Returns a function that cancels. */
function goWhenThere(top: number): () => void {
  const end = new AbortController()
  const observer = new ResizeObserver(() => {
    if (reach() < top) return
    scrollTo({ top })
    end.abort()
  })
  const timer = setTimeout(() => end.abort(), MAX_WAIT_MS)
  end.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const type of TAKEN_OVER) addEventListener(type, () => end.abort(), { signal: end.signal, passive: true })
  observer.observe(document.documentElement)
  return () => end.abort()
}
