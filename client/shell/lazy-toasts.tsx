import { type ComponentType, useEffect, useState } from 'react'
import { onToast } from '#client/ui/feedback/toasts.ts'
import { lazyCode } from './lazy-code.ts'

const toasts = lazyCode(() => import('./toasts.tsx'))

const OCCASIONS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'online']

/**
 * Renders toasts. Their code loads when the page is first used, or with the first toast; after a failure again with the
 * next one, or when the browser is online again.
 */
export function LazyToasts({ code = toasts }: { readonly code?: typeof toasts }) {
  const [loaded, setLoaded] = useState(code.loaded)
  useEffect(() => {
    if (loaded) return
    const uses = new AbortController()
    const load = () => void code.fetch().then(setLoaded, () => undefined)
    for (const occasion of OCCASIONS)
      addEventListener(occasion, load, { once: true, passive: true, signal: uses.signal })
    const stopListening = onToast(load)
    return () => {
      uses.abort()
      stopListening()
    }
  }, [code, loaded])
  const Toasts: ComponentType | undefined = loaded?.Toasts
  return Toasts && <Toasts />
}
