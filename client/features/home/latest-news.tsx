import { ActionIcon, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LATEST_NEWS_PER_PAGE } from '#contract/news.ts'
import { pages } from '#contract/pages.ts'
import { useSession } from '#client/session.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { latestNewsQuery, MAX_NEWS_PAGES } from './home.queries.ts'
import { texts } from './home.texts.ts'
import { LatestNewsCard } from './latest-news-card.tsx'
import { NewsCarousel, type NewsCarouselHandle } from './news-carousel.tsx'
import classes from './latest-news.module.css'

/** Shows a carousel of the latest news, three per page, without automatic movement. */
export function LatestNews() {
  const { isLoggedIn } = useSession()
  const { data: firstPage, isPending, isLoadingError, refetch } = useQuery(latestNewsQuery(0, isLoggedIn))
  const carousel = useRef<NewsCarouselHandle>(null)
  const [current, setCurrent] = useState(0)
  /** The last page to load: that in sight, and the next one as soon as somebody uses the carousel. Others are empty. */
  const [furthest, setFurthest] = useState(0)
  const pageCount = Math.min(MAX_NEWS_PAGES, Math.ceil((firstPage?.total ?? 0) / LATEST_NEWS_PER_PAGE))
  const show = (page: number) => {
    setCurrent(page)
    load(page)
  }
  const load = (page: number) => setFurthest(Math.max(furthest, page + 1))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- loads the next page in advance
    <section aria-labelledby="latest-news" onPointerEnter={() => load(current)} onFocus={() => load(current)}>
      <Group justify="space-between" align="end" mb="md" wrap="nowrap">
        <Title order={2} id="latest-news">
          {texts.news(isLoggedIn)}
        </Title>
        {(pageCount > 1 || isPending) && (
          <Group gap="xs" wrap="nowrap">
            <ActionIcon
              variant="default"
              size="lg"
              radius="xl"
              aria-label={texts.previousNews}
              disabled={current === 0}
              onClick={() => carousel.current?.show(current - 1)}
            >
              <IconChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              radius="xl"
              aria-label={texts.nextNews}
              disabled={current >= pageCount - 1}
              onClick={() => carousel.current?.show(current + 1)}
            >
              <IconChevronRight size={20} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {isLoadingError && <LoadFailed onRetry={refetch} />}
      {isPending && (
        <div className={classes['waiting']}>
          <NewsSkeleton />
        </div>
      )}
      {firstPage?.total === 0 && (
        <EmptyState text={isLoggedIn ? texts.allRead : texts.noNews}>
          <ButtonLink to={pages.news.href()} variant="default">
            {texts.allNews}
          </ButtonLink>
        </EmptyState>
      )}
      {pageCount > 0 && (
        <div className={classes['pages']}>
          <NewsCarousel handle={carousel} count={pageCount} current={current} onChange={show}>
            {(page) => page <= furthest && <NewsPage pageIndex={page} isOwn={isLoggedIn} />}
          </NewsCarousel>
        </div>
      )}
    </section>
  )
}

function NewsPage({ pageIndex, isOwn }: { readonly pageIndex: number; readonly isOwn: boolean }) {
  const { data } = useQuery(latestNewsQuery(pageIndex, isOwn))
  if (!data) return <NewsSkeleton />
  return (
    <div className={classes['page']}>
      {data.elements.map((article) => (
        <LatestNewsCard key={article.id} article={article} />
      ))}
    </div>
  )
}

function NewsSkeleton() {
  return (
    <div className={classes['page']} aria-busy>
      {Array.from({ length: LATEST_NEWS_PER_PAGE }, (_, index) => (
        <Stack key={index} gap="xs" className={classes['skeleton']}>
          <Skeleton className={classes['skeletonPicture']} radius="md" />
          <Stack gap="xs">
            <Skeleton h="0.875rem" w="40%" />
            <Skeleton h="1.25rem" w="90%" />
            <TextSkeleton lines={3} pitch="1.25rem" />
          </Stack>
        </Stack>
      ))}
    </div>
  )
}
