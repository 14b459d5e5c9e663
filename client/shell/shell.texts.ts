import { NOT_FOUND_TITLE } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import { counted } from '#domain/number-text.ts'

/** Texts around the pages. */
export const texts = {
  brand: pages.home.title,
  skip: 'Skip to content',
  mainNavigation: 'Main',

  profile: 'My Profile',
  logOut: 'Logout',

  cart: (count: number) => `Cart, ${counted(count, 'item', 'items')}`,
  openMenu: 'Open menu',
  menuFailed: "The menu couldn't be loaded. Please try again.",
  closeMenu: 'Close menu',
  menu: 'Menu',

  switchToLight: 'Switch to light',
  switchToDark: 'Switch to dark',
  appearance: 'Appearance',
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },

  loading: 'Loading …',
  notFound: NOT_FOUND_TITLE,
  notFoundHelp: "We can't find that page. It may have moved or been removed.",
  toHome: 'Go to the home page',
  toSearch: 'Search events',
  pageFailed: "This page couldn't be displayed",
  pageFailedHelp: 'Something went wrong. Nothing you bought or reserved is lost.',
  chunkFailedHelp: "Part of the shop couldn't be loaded. Either the connection was lost, or the shop was updated.",
  reload: 'Reload the page',

  legal: 'Legal',
  footer: 'Tickets are picked up 30 minutes before the show starts. All prices are in euro and include VAT.',
}
