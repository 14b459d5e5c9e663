import { Box, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { EntryKind } from '#domain/change-log.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { ButtonLink, type PageAddress } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Desk } from './desk.tsx'

const LogLink = lazyPart(async () => (await import('./log-link.tsx')).LogLink)

type Props<Row> = {
  /** The heading while there is no record. */
  readonly title: string
  readonly query: Pick<UseQueryResult<Row>, 'data' | 'error' | 'refetch'>
  /** The list of these records. */
  readonly list: { readonly to: PageAddress; readonly title: string }
  /** The record, whose log is linked. */
  readonly record?: { readonly kind: EntryKind; readonly id: number }
  readonly children: (record: Row) => ReactNode
}

/** Shows a record at the desk. One that was deleted, or never was, is told with a link to the list. */
export function DeskRecord<Row>({ title, query, list, record, children }: Props<Row>) {
  const { data, error, refetch } = query
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410)
  if (data !== undefined && !isGone) {
    return (
      <Desk>
        {children(data)}
        {record && (
          <Box mt="lg">
            <Suspense>
              <LogLink {...record} />
            </Suspense>
          </Box>
        )}
      </Desk>
    )
  }
  return (
    <Desk>
      <Stack gap="lg">
        <PageHeading title={title} />
        {isGone ? (
          <EmptyState text={error.message}>
            <ButtonLink to={list.to}>{list.title}</ButtonLink>
          </EmptyState>
        ) : error ? (
          <LoadFailed text={error.message} onRetry={refetch} />
        ) : (
          <CardSkeleton height="17rem" lines={6} />
        )}
      </Stack>
    </Desk>
  )
}
