import { pages } from '#contract/pages.ts'

/** Texts of the pages that create and edit news. */
export const texts = {
  createNews: pages.createNews.title,
  title: 'Title',
  newsLead: 'Published to everyone immediately, unless you choose otherwise below.',
  summary: 'Summary',
  text: 'Text',
  picture: 'Picture',
  newsCreated: 'News created',
  newsNotCreated: 'News article not created - please check your inputs.',
}
