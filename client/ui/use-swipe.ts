import { type TouchEvent, useRef } from 'react'

const MIN_DISTANCE_PX = 50

/** Detects a horizontal swipe of one finger. Returns the handlers of the element. */
export function useSwipe({ onLeft, onRight }: { readonly onLeft: () => void; readonly onRight: () => void }) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const [touch] = Array.from(touches)
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [touch] = Array.from(changedTouches)
      if (!touch || !start.current) return
      const { x, y } = { x: touch.clientX - start.current.x, y: touch.clientY - start.current.y }
      start.current = undefined
      if (Math.abs(x) < MIN_DISTANCE_PX || Math.abs(x) < 2 * Math.abs(y)) return
      if (x < 0) onLeft()
      else onRight()
    },
  }
}
