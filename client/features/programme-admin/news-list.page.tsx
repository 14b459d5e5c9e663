import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminNews } from '#contract/news.ts'
import { pages } from '#contract/pages.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { Moment, ownZone } from '#client/ui/moment.tsx'
import { newsListQuery } from './desk.queries.ts'
import { texts } from './desk.texts.ts'

/** Lists the news articles at the desk. */
export function NewsListPage() {
  const { query, refineBy, goToPage } = useUrlQuery(listAdminNews.query)
  return (
    <DeskList
      title={pages.adminNews.title}
      creation={{ to: pages.createNews.href(), title: pages.createNews.title }}
      search={{ label: texts.searchNews, text: query.content }}
      onSearch={(content) => refineBy({ content })}
      list={useQuery(newsListQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.noNews}
    >
      {(article) => (
        <RowCard to={pages.editNews.href(article)} title={article.title}>
          <Text size="sm" c="dimmed">
            <Moment at={article.published} zone={ownZone} />
            {article.eventTitle && ` · ${article.eventTitle}`}
          </Text>
        </RowCard>
      )}
    </DeskList>
  )
}
