import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminNews } from '#contract/admin-news.ts'
import { pages } from '#contract/pages.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { PublicationBadge } from '#client/desk/publication-badge.tsx'
import { PublicationFilter } from '#client/desk/publication-filter.tsx'
import { publicationFilterChoices } from '#client/desk/publication.texts.ts'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import { newsListQuery } from './news.queries.ts'
import { texts } from './desk.texts.ts'

/** Lists the news articles at the desk. */
export function NewsListPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listAdminNews.query)
  const { content: text, publication } = query
  return (
    <DeskList
      title={pages.adminNews.title}
      csv={{ list: 'news', filters: query }}
      creation={{ to: pages.createNews.href(), title: pages.createNews.title }}
      search={{ label: texts.searchNews, text: query.content }}
      onSearch={(content) => refineBy({ content, publication })}
      list={useQuery(newsListQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.noNews}
      filters={
        <PublicationFilter
          choices={publicationFilterChoices}
          value={publication}
          onFilter={(wanted) => filterBy({ content: text, publication: wanted })}
        />
      }
    >
      {(article) => (
        <RowCard
          to={pages.editNews.href(article)}
          title={article.title}
          end={article.publication !== 'PUBLISHED' && <PublicationBadge state={article.publication} />}
        >
          <Text size="sm" c="dimmed">
            <ShopTime at={article.published} />
            {article.eventTitle && ` · ${article.eventTitle}`}
          </Text>
        </RowCard>
      )}
    </DeskList>
  )
}
