import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import type { NewsId } from '#domain/ids.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { Picture } from '#client/picture.tsx'
import { useSession } from '#client/session.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { BackLink } from '#client/ui/back-link.tsx'
import { HeadingSkeleton } from '#client/ui/feedback/heading-skeleton.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageFailed } from '#client/ui/feedback/load-failed.tsx'
import { Moment, ownZone } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { NEWS_PICTURE_RATIO } from './news-card.tsx'
import { markReadMutation, type NewsArticle, newsArticleQuery } from './news.queries.ts'
import { texts } from './news.texts.ts'
import classes from './news-article.module.css'

/** Shows a news article and marks it as read for logged-in users (specification, section 2.19). */
export function NewsArticlePage() {
  const id = useIdParam(pages.newsArticle)
  return id ? <LoadedArticle id={id} /> : <NotFoundPage />
}

function LoadedArticle({ id }: { readonly id: NewsId }) {
  const { data: article, isLoadingError, error, refetch } = useQuery(newsArticleQuery(id))
  useMarkRead(article?.id)
  if (isLoadingError && isNotFound(error)) return <NotFoundPage />
  return (
    <Stack className={classes['article']} gap="lg">
      <BackLink to={pages.news.href()}>{texts.allNews}</BackLink>
      {article ? <Article article={article} /> : isLoadingError ? <PageFailed onRetry={refetch} /> : <Waiting />}
    </Stack>
  )
}

function Article({ article }: { readonly article: NewsArticle }) {
  const { title, published, imageName, event, summary, text } = article
  return (
    <Stack component="article" gap="lg">
      <PageHeading title={title} />
      {imageName && (
        <Picture
          name={imageName}
          alt=""
          ratio={NEWS_PICTURE_RATIO}
          sizes={FIRST_PICTURE_SIZES.article}
          title={title}
          isFirst
        />
      )}
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">
          <Moment at={published} zone={ownZone()} isDateOnly />
        </Text>
        {event && (
          <ButtonLink
            to={pages.event.href(event)}
            variant="default"
            leftSection={<IconTicket size={18} aria-hidden />}
            className={classes['shows']}
          >
            {texts.viewShows(event.title)}
          </ButtonLink>
        )}
      </Group>
      <Text className={classes['summary']}>{summary}</Text>
      <Text className={classes['text']}>{text}</Text>
    </Stack>
  )
}

function useMarkRead(id: NewsId | undefined): void {
  const { isLoggedIn } = useSession()
  const { mutate } = useMutation(markReadMutation(useQueryClient()))
  useEffect(() => {
    if (id && isLoggedIn) mutate(id)
  }, [id, isLoggedIn, mutate])
}

function Waiting() {
  return (
    <Stack gap="lg" aria-busy>
      <HeadingSkeleton />
      <Skeleton style={{ aspectRatio: String(NEWS_PICTURE_RATIO) }} radius="md" />
      <Skeleton h="1.25rem" w="6rem" />
      <TextSkeleton lines={2} pitch="1.875rem" />
      <TextSkeleton lines={8} pitch="1.8125rem" />
    </Stack>
  )
}
