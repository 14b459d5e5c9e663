import { firstFilters } from '#contract/first-filters.ts'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { readListQuery } from '#contract/list-query.ts'
import { getNews, listNews, NEWS_PER_PAGE, newsSearch } from '#contract/news.ts'
import { pageWords } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import { newsRow } from './first-rows.ts'
import { listAddress } from './list-address.ts'
import { type PageDescription, pictureOf, type Visit } from './page.ts'
import { articleData, breadcrumbs } from './schema-org.ts'

const { title, href } = pages.news
const { lead, back } = pageWords.news

/** Describes the list of news. */
export async function describeNews({ search, ask }: Visit): Promise<PageDescription> {
  const query = readListQuery(newsSearch, search)
  const { elements } = await ask(listNews, { query: { ...query, pageSize: NEWS_PER_PAGE } })
  return {
    title,
    description: lead,
    address: listAddress(href(), query),
    list: { layout: 'grid', filters: firstFilters.news.length, rows: elements.map(newsRow) },
  }
}

/** Describes an article. */
export async function describeArticle({ id, ask, site }: Visit): Promise<PageDescription> {
  const article = await ask(getNews, { params: { id } })
  const address = pages.newsArticle.href(article)
  return {
    title: article.title,
    description: article.summary,
    address,
    kind: 'article',
    back: { name: back, address: href() },
    picture: pictureOf(article.imageName, FIRST_PICTURE_SIZES.article),
    text: article.text,
    structuredData: [
      articleData(site, article),
      breadcrumbs(site, [
        [title, href()],
        [article.title, address],
      ]),
    ],
  }
}
