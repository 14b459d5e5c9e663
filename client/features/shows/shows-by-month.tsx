import { Stack, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { type GoToPage, PagedList } from '#client/ui/lists/paged-list.tsx'
import { monthOf } from './month.ts'
import { ShowRow, ShowRowSkeleton } from './show-row.tsx'
import type { Show } from './shows.queries.ts'
import { texts } from './shows.texts.ts'

type Props = {
  readonly list: UseQueryResult<{ total: number; elements: Show[] }>
  readonly pageIndex: number
  readonly onGo: GoToPage
  readonly empty: ReactNode
}

/** Shows a paged list of an event's shows, with a heading at the first show of each month. */
export function ShowsByMonth(props: Props) {
  const shows = props.list.data?.elements ?? []
  return (
    <PagedList {...props} label={texts.list} pageSize={ROWS_PER_PAGE} layout="lines" skeleton={<ShowRowSkeleton />}>
      {(show, index) => {
        const month = monthOf(show)
        const before = shows[index - 1]
        if (before && monthOf(before).key === month.key) return <ShowRow show={show} />
        return (
          <Stack gap={0}>
            <Title order={3} pt={index === 0 ? 0 : 'lg'} pb="xs">
              {month.name}
            </Title>
            <ShowRow show={show} />
          </Stack>
        )
      }}
    </PagedList>
  )
}
