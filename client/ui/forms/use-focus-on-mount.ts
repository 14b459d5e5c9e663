import { type RefObject, useEffect, useRef } from 'react'

/** Focuses a field when it appears, for forms that replace the pressed button outside of a dialog. */
export function useFocusOnMount(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
