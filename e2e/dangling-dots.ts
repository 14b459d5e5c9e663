import type { Page } from '@playwright/test'

/** Returns the lines of a page that break after a dot between two facts. */
export function danglingDots(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lineOf = (text: Text, index: number) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + 1)
      return range.getBoundingClientRect()
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const lines: string[] = []
    let dot: DOMRect | undefined
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      for (const { 0: letter, index } of text.data.matchAll(/\S/g)) {
        const box = lineOf(text, index)
        if (dot && box.top > dot.bottom) lines.push(text.parentElement?.closest('p, div, article')?.textContent ?? '')
        dot = letter === '·' && box.width > 0 ? box : undefined
      }
    }
    return lines
  })
}
