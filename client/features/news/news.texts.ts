import { pageWords } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'

/** Texts of the news pages. */
export const texts = {
  news: pages.news.title,
  lead: pageWords.news.lead,
  filters: 'Filter news',
  content: 'News content',
  eventTitle: 'Event title',
  eventType: 'Event type',
  from: 'Published after',
  to: 'Published before',
  read: 'Read or unread',
  readChoices: { all: 'All', false: 'Unread', true: 'Read' },
  list: 'News articles',
  nothingFound: "We're sorry - there is currently no news article which matches your requirements",
  unread: 'Unread',

  allNews: pageWords.news.back,
  viewShows: (event: string) => `View Shows of ${event}`,
}
