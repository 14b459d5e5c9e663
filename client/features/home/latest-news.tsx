import { ActionIcon, Group, Skeleton, Stack, Title } from '@mantine/core'
import { Carousel } from '@mantine/carousel'
import '@mantine/carousel/styles.layer.css'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import classes from './latest-news.module.css'

type Embla = { readonly scrollPrev: () => void; readonly scrollNext: () => void }

/** Shows a carousel of the latest news, three per page, without automatic movement. */
export function LatestNews() {
  const { isLoggedIn } = useSession()
  const { data: firstPage, isPending, isLoadingError, refetch } = useQuery(latestNewsQuery(0, isLoggedIn))
  const [embla, setEmbla] = useState<Embla>()
  const [current, setCurrent] = useState(0)
  const [furthest, setFurthest] = useState(0)
  const [isInUse, setInUse] = useState(false)
  const pageCount = Math.min(MAX_NEWS_PAGES, Math.ceil((firstPage?.total ?? 0) / LATEST_NEWS_PER_PAGE))
  const show = (page: number) => {
    setCurrent(page)
    setFurthest(Math.max(furthest, page))
  }
  const whenInUse = { onPointerEnter: () => setInUse(true), onFocus: () => setInUse(true) }
  return (
    <section aria-labelledby="latest-news">
      <Group justify="space-between" align="end" mb="md" wrap="nowrap">
        <Title order={2} id="latest-news">
          {texts.news(isLoggedIn)}
        </Title>
        {(pageCount > 1 || isPending) && (
          <Group gap="xs" wrap="nowrap" {...whenInUse}>
            <ActionIcon
              variant="default"
              size="lg"
              radius="xl"
              aria-label={texts.previousNews}
              disabled={current === 0}
              onClick={() => embla?.scrollPrev()}
            >
              <IconChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              radius="xl"
              aria-label={texts.nextNews}
              disabled={current >= pageCount - 1}
              onClick={() => embla?.scrollNext()}
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
        <Carousel
          aria-label={texts.newsPages}
          withControls={false}
          withIndicators={pageCount > 1}
          getIndicatorProps={(index) => ({ 'aria-label': texts.newsPage(index + 1, pageCount) })}
          classNames={{ indicators: classes['dots'] ?? '', indicator: classes['dot'] ?? '' }}
          slideGap="lg"
          className={classes['pages']}
          getEmblaApi={setEmbla}
          {...whenInUse}
          onSlideChange={show}
        >
          {Array.from({ length: pageCount }, (_, page) => (
            <Carousel.Slide
              key={page}
              inert={page !== current}
              aria-label={texts.newsPage(page + 1, pageCount)}
              // Delays the pictures of the next page until the carousel is used.
              className={page > furthest && !isInUse ? (classes['unseen'] ?? '') : ''}
            >
              {page <= furthest + 1 ? <NewsPage pageIndex={page} isOwn={isLoggedIn} /> : <NewsSkeleton />}
            </Carousel.Slide>
          ))}
        </Carousel>
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
