import { NOT_FOUND_TITLE } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import { counted } from '#client/names/counted.ts'

/** Texts around the pages. */
export const texts = {
  brand: pages.home.title,
  skip: 'Skip to the content',
  mainNavigation: 'Main',

  profile: 'My Profile',
  logOut: 'Logout',

  cart: (count: number) => `Cart, ${counted(count, 'item', 'items')}`,
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  menu: 'Menu',

  switchToLight: 'Switch to light',
  switchToDark: 'Switch to dark',
  appearance: 'Appearance',
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },

  loading: 'Loading …',
  notFound: NOT_FOUND_TITLE,
  notFoundHelp:
    'The page you asked for does not exist, or no longer does. The events, the news and the merchandise are where they always were.',
  toHome: 'Go to the start page',
  toSearch: 'Search events',
  pageFailed: 'This page could not be shown',
  pageFailedHelp: 'Something went wrong while showing it. Nothing you bought or reserved is lost.',
  chunkFailedHelp:
    'A part of the shop could not be loaded. Either the connection broke, or the shop was renewed while you were here.',
  reload: 'Reload the page',

  footer: 'Tickets are picked up 30 minutes before the show starts. All prices are in euro and include VAT.',
}
