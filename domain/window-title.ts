/** What the shop is called. */
export const SHOP_NAME = 'Foyer'

/** What the window of a page is called: its title, then the shop. */
export function windowTitle(title: string): string {
  return title === SHOP_NAME ? title : `${title} – ${SHOP_NAME}`
}
