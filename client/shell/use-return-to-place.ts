import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

const PATIENCE_MILLISECONDS = 10_000
const TAKEN_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Who reloads a page or comes back to it finds the place they left, also when the rows come later than the page: the
 * router scrolls only as far as the page reaches when it is drawn. Who scrolls or types meanwhile is left alone.
 */
export function useReturnToPlace(): void {
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key })
  const place = useElementScrollRestoration({ getElement: () => globalThis.window })
  const top = place?.scrollY ?? 0
  useEffect(() => (page && top > reach() ? goWhenThere(top) : undefined), [page, top])
}

/** How far down one can scroll. */
function reach(): number {
  const { scrollHeight, clientHeight } = document.documentElement
  return scrollHeight - clientHeight
}

/** Scrolls there once the page is long enough; answers how to give it up. */
function goWhenThere(top: number): () => void {
  const end = new AbortController()
  const observer = new ResizeObserver(() => {
    if (reach() < top) return
    scrollTo({ top })
    end.abort()
  })
  const timer = setTimeout(() => end.abort(), PATIENCE_MILLISECONDS)
  end.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const type of TAKEN_OVER) addEventListener(type, () => end.abort(), { signal: end.signal, passive: true })
  observer.observe(document.documentElement)
  return () => end.abort()
}
