import { pageWords } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import { counted } from '#domain/number-text.ts'

/** Texts of the home page. */
export const texts = {
  title: pages.home.title,
  lead: pageWords.home.heading,
  sub: pageWords.home.lead,
  searchLabel: 'What would you like to see?',
  searchPlaceholder: 'Search by title',
  searchButton: 'Search',
  types: 'Events by type',

  programme: 'Programme',
  allShows: (part: string) => `All shows: ${part}`,
  all: 'All',
  priceFrom: (price: string) => `from ${price}`,

  news: (isOwn: boolean) => `The most recent News Articles${isOwn ? ' for you' : ''}`,
  newsPages: 'News',
  newsPage: (page: number, count: number) => `Page ${page} of ${count}`,
  previousNews: 'Previous news',
  nextNews: 'More news',
  noNews: "There's no news at the moment.",
  allRead: "You're all caught up.",
  allNews: pageWords.news.back,

  topSellers: (type: string) => `Top Sellers for ${type} in the last 30 days`,
  allTypes: 'all Event Types',
  typeFilter: 'Event type',
  sold: (count: number) => `${counted(count, 'ticket', 'tickets')} sold`,
  nothingSold: 'No tickets sold in the last 30 days. Be the first.',
  searchEvents: 'Search events',
}
