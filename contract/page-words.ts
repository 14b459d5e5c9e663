import type { SitemapPage } from './pages.ts'

/**
 * Texts of the pages in the sitemap. `lead`: below the title and for search engines. `heading`: instead of the title.
 * `back`: link from a detail page to its list.
 */
export const pageWords = {
  home: {
    heading: 'The evening begins in the foyer',
    lead: "Theatre, opera, concerts, comedy, films and sport. Pick your seat on the plan, and it's yours.",
  },
  news: { lead: "What's happening on our stages and behind them.", back: 'All news' },
  merchandise: {
    lead: 'To wear, to drink from, to remember. Pay with money or with your points.',
    back: 'All merchandise',
  },
  searchEvents: { lead: 'Every play, opera, concert, film and match, by title, type and length.' },
  searchLocations: { lead: 'Every venue we play in, by name, city and country.' },
  searchShows: { lead: 'Every upcoming show, by date, price, artist and venue.' },
  searchArtists: { lead: 'Everyone on our stages, by name.' },
  imprint: { lead: 'The company behind this shop.' },
  terms: { lead: 'The terms on which this shop sells tickets and merchandise.' },
  privacy: { lead: 'The personal data that this shop stores, and your rights.' },
  withdrawal: { lead: 'When and how you can withdraw from a purchase.' },
  contact: { lead: 'How to reach the box office.' },
} satisfies Record<SitemapPage, { lead: string; heading?: string; back?: string }>

/** Title of the answer to an address without a page. */
export const NOT_FOUND_TITLE = 'There is nothing on this stage'
