import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { PagedList } from '#client/ui/paged-list.tsx'
import { RowSkeleton } from '#client/ui/row-skeleton.tsx'
import { ShowCard } from './show-card.tsx'
import { type Show } from './shows.queries.ts'
import { texts } from './shows.texts.ts'

type Props = {
  readonly list: UseQueryResult<{ total: number; elements: Show[] }>
  readonly pageIndex: number
  readonly onGo: (pageIndex: number) => void
  readonly empty: ReactNode
}

/** Shows, a page at a time. */
export function ShowList(props: Props) {
  return (
    <PagedList {...props} label={texts.list} pageSize={ROWS_PER_PAGE} skeleton={<RowSkeleton height="7.5rem" />}>
      {(show) => <ShowCard show={show} />}
    </PagedList>
  )
}
