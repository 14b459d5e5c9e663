import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { newsSearch, NEWS_PER_PAGE } from '#contract/news.ts'
import { useSession } from '#client/session.ts'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PictureCardSkeleton } from '#client/ui/cards/picture-card-skeleton.tsx'
import { SearchLayout } from '#client/ui/forms/search-layout.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { NEWS_PICTURE_RATIO, NewsCard } from './news-card.tsx'
import { NewsFilters } from './news-filters.tsx'
import { newsListQuery } from './news.queries.ts'
import { texts } from './news.texts.ts'

/** Lists news (specification, section 2.19). */
export function NewsPage() {
  const { isLoggedIn } = useSession()
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(newsSearch)
  const list = useQuery(newsListQuery(query, isLoggedIn))
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <PageHeading title={texts.news} />
        <Text c="dimmed">{texts.lead}</Text>
      </Stack>
      <SearchLayout
        filters={<NewsFilters query={query} onFilter={refineBy} onReset={() => filterBy({})} isOwn={isLoggedIn} />}
      >
        <PagedList
          list={list}
          label={texts.list}
          layout="grid"
          pageSize={NEWS_PER_PAGE}
          pageIndex={query.pageIndex}
          onGo={goToPage}
          skeleton={<PictureCardSkeleton ratio={NEWS_PICTURE_RATIO} lines={5} />}
          empty={<NothingFound text={texts.nothingFound} onReset={() => filterBy({})} />}
        >
          {(article, index) => <NewsCard article={article} isFirst={index < 2} />}
        </PagedList>
      </SearchLayout>
    </Stack>
  )
}
