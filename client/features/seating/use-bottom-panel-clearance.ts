import { useEffect, type RefObject } from 'react'

const CLEARANCE_PROPERTY = '--room-at-foot'

/** Keeps the focused element visible above a sticky panel at the bottom of the window while the panel grows. */
export function useBottomPanelClearance(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return undefined
    const { style } = document.documentElement
    const resizing = new ResizeObserver(() => {
      const { position, bottom } = getComputedStyle(element)
      if (position !== 'sticky' || bottom !== '0px') return void style.removeProperty(CLEARANCE_PROPERTY)
      style.setProperty(CLEARANCE_PROPERTY, `${element.offsetHeight + 16}px`)
      const focused = document.activeElement
      if (focused && focused !== element && isCovered(focused, element)) focused.scrollIntoView({ block: 'nearest' })
    })
    resizing.observe(element)
    return () => {
      resizing.disconnect()
      style.removeProperty(CLEARANCE_PROPERTY)
    }
  }, [panel])
}

function isCovered(focused: Element, panel: Element): boolean {
  if (focused.contains(panel) || panel.contains(focused)) return false
  const { top, bottom } = focused.getBoundingClientRect()
  return top < innerHeight && bottom > panel.getBoundingClientRect().top
}
