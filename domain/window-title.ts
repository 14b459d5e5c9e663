/** Name of the shop. */
export const SHOP_NAME = 'Foyer'

/** Returns the document title of a page: its own title, then the name of the shop. */
export function windowTitle(title: string): string {
  return title === SHOP_NAME ? title : `${title} – ${SHOP_NAME}`
}
