import { useEffect, type RefObject } from 'react'

const ROOM = '--room-at-foot'

/** Keeps what has the focus clear of a panel at the foot of the window, however much the panel grows. */
export function useRoomAtFoot(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return undefined
    const { style } = document.documentElement
    const growing = new ResizeObserver(() => {
      const { position, bottom } = getComputedStyle(element)
      if (position !== 'sticky' || bottom !== '0px') return void style.removeProperty(ROOM)
      style.setProperty(ROOM, `${element.offsetHeight + 16}px`)
      const focused = document.activeElement
      if (focused && focused !== element && isCovered(focused, element)) focused.scrollIntoView({ block: 'nearest' })
    })
    growing.observe(element)
    return () => {
      growing.disconnect()
      style.removeProperty(ROOM)
    }
  }, [panel])
}

function isCovered(focused: Element, panel: Element): boolean {
  if (focused.contains(panel) || panel.contains(focused)) return false
  const { top, bottom } = focused.getBoundingClientRect()
  return top < innerHeight && bottom > panel.getBoundingClientRect().top
}
