import { pageWords } from '#contract/page-words.ts'
import { counted } from '#client/names/counted.ts'

/** Everything that stands around the pages. */
export const texts = {
  brand: pageWords.home.title,
  skip: 'Skip to the content',
  mainNavigation: 'Main',

  home: pageWords.home.link,
  news: pageWords.news.title,
  merchandise: pageWords.merchandise.title,
  search: pageWords.search.title,
  admin: 'Admin',
  login: 'Login',
  register: 'Sign Up',
  profile: 'My Profile',
  account: 'Account Details',
  ownTickets: 'Your Tickets',
  ownInvoices: 'Your Invoices',
  checkout: 'Checkout',
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
  notFound: pageWords.notFound.title,
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
