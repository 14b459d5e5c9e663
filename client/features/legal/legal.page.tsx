import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { pageWords } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import { LEGAL_PAGES } from '#domain/legal-pages.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { legalQuery } from './legal.queries.ts'
import { LegalBlocks } from './legal-blocks.tsx'

/** Shows a text of the organiser, such as the terms. */
export function LegalPage() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const page = LEGAL_PAGES.find((key) => pages[key].path === path.replace(/\/$/, '')) ?? 'imprint'
  const { data, isLoadingError, error, refetch } = useQuery(legalQuery(page))
  if (isLoadingError && isNotFound(error)) return <NotFoundPage />
  return (
    <Stack gap="lg" maw="42rem">
      <div>
        <PageHeading title={pages[page].title} />
        <Text c="dimmed">{pageWords[page].lead}</Text>
      </div>
      {data ? (
        <LegalBlocks blocks={data.blocks} />
      ) : isLoadingError ? (
        <LoadFailed text={error.message} onRetry={refetch} />
      ) : (
        <TextSkeleton lines={8} />
      )}
    </Stack>
  )
}
