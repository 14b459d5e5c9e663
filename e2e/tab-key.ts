import { expect, type Locator, type Page } from '@playwright/test'

/** Limits the presses of Tab to a target. */
export const FURTHEST = 120

/** Describes the focused element as a sighted keyboard user perceives it. */
export function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const { tabIndex } = element
    // The focus ring may be drawn by a label, a frame or a whole card.
    const frames = [element, element.nextElementSibling, element.closest('label'), element.parentElement]
    const drawn = frames.filter((frame) => frame !== null)
    const cards: Element[] = []
    for (let card = element.parentElement; card && card !== document.body; card = card.parentElement) cards.push(card)
    const isOutlined = (each: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    }
    const isMarked = [...drawn, ...cards].some(isOutlined)
    const box = drawn.map((each) => each.getBoundingClientRect()).find(({ width, height }) => width > 1 && height > 1)
    const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 40))
    const isSeen = Boolean(hit && [...drawn, ...cards.slice(0, 3)].some((each) => each.contains(hit)))
    const what = `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText ?? ''}`.slice(0, 80)
    return { what, isSeen, isMarked, tabIndex }
  })
}

/** Presses Tab until the target is focused. Every stop must be visible with a focus ring. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const target = wanted.first()
  const good = { isSeen: true, isMarked: true, tabIndex: 0 }
  await expect(target).toBeAttached()
  for (let step = 0; step < FURTHEST; step += 1) {
    await page.keyboard.press(key)
    await expect.poll(() => focused(page), 'a stop of the Tab key').toMatchObject(good)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The Tab key does not lead to ${wanted}`)
}
