import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { type GoToPage, PagedList } from '#client/ui/lists/paged-list.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { ShowCard } from './show-card.tsx'
import { type Show } from './shows.queries.ts'
import { texts } from './shows.texts.ts'

type Props = {
  readonly list: UseQueryResult<{ total: number; elements: Show[] }>
  readonly pageIndex: number
  readonly onGo: GoToPage
  readonly empty: ReactNode
  readonly note?: ReactNode
  readonly isAtKnownPlace?: boolean
}

/** Shows a paged list of shows. */
export function ShowList({ isAtKnownPlace = false, ...list }: Props) {
  return (
    <PagedList {...list} label={texts.list} pageSize={ROWS_PER_PAGE} skeleton={<RowSkeleton hasThumb lines={3} />}>
      {(show) => <ShowCard show={show} isAtKnownPlace={isAtKnownPlace} />}
    </PagedList>
  )
}
