import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Focuses a field when it appears, for forms outside of a dialog that take the place of the pressed button. Returns the
 * focus to the button when the form disappears, or to the heading of the page if the button is gone by then. The button
 * has to stay mounted meanwhile.
 */
export function useFocusOnMount(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const [pressed] = useState(() => document.activeElement)
  useEffect(() => {
    field.current?.focus()
    return () => {
      if (document.activeElement !== document.body) return
      const place = pressed?.isConnected ? pressed : document.querySelector('h1')
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    }
  }, [pressed])
  return field
}
