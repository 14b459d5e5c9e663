import { Group, Stack, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { optionalText, ROWS_PER_PAGE } from '#contract/fields.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { Form } from '#client/ui/forms/form.tsx'
import { useLiveFilters } from '#client/ui/forms/use-live-filters.ts'
import { ButtonLink, type PageAddress } from '#client/ui/links.tsx'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { type GoToPage, PagedList } from '#client/ui/lists/paged-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Desk } from './desk.tsx'
import { ExportButton } from './export-button.tsx'
import type { ExportedList } from './export.queries.ts'

type Paged<Element> = { readonly total: number; readonly elements: readonly Element[] }

type Props<Element> = {
  readonly title: string
  /** The page that creates a record. */
  readonly creation?: { readonly to: PageAddress; readonly title: string }
  /** Shown between the title and the search. */
  readonly above?: ReactNode
  /** The text that filters the list, as in the address. */
  readonly search: { readonly label: string; readonly text: string | undefined }
  readonly onSearch: (text: string | undefined) => void
  readonly list: {
    readonly data: Paged<Element> | undefined
    readonly isLoadingError: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  readonly pageIndex: number
  readonly onGo: GoToPage
  /** Shown when the filters find nothing. */
  readonly empty: string
  /** Shown when there is nothing to filter, by default after the title. */
  readonly none?: string
  /** The CSV of all rows that match the filters. */
  readonly csv?: ExportedList
  /** Further filters beside the search. */
  readonly filters?: ReactNode
  readonly children: (element: Element) => ReactNode
}

const schema = z.object({ text: optionalText() })

/** Shows one page of a list at the desk: a search field that filters while typing, and a button to create a record. */
export function DeskList<Element extends { readonly id: number }>(props: Props<Element>) {
  const { title, creation, search, onSearch, list, pageIndex, onGo, empty, csv, filters, children } = props
  const { above, none = `No ${title.toLowerCase()} yet.` } = props
  const navigate = useNavigate()
  const { pageIndex: _, ...filterBy } = useSearch({ strict: false })
  const isFiltered = Object.keys(filterBy).length > 0
  const create = creation && <ButtonLink to={creation.to}>{creation.title}</ButtonLink>
  const isEmpty = list.data?.total === 0 && !isFiltered
  const form = useLiveFilters({
    schema,
    filters: { text: search.text },
    typed: ({ text = '' }: { text?: string | undefined }) => ({ text }),
    filtersIn: ({ text }) => ({ text: text || undefined }),
    onFilter: ({ text }) => onSearch(text),
  })
  return (
    <Desk>
      <Stack gap="lg">
        <Group justify="space-between" align="flex-end">
          <PageHeading title={title} />
          <Group gap="sm">
            {csv && <ExportButton {...csv} />}
            {!isEmpty && create}
          </Group>
        </Group>
        {above}
        <search>
          <Form
            form={form}
            label={`Filter ${title.toLowerCase()}`}
            onSubmit={({ text }) => onSearch(text || undefined)}
          >
            <Group align="flex-end">
              <TextInput
                label={search.label}
                type="search"
                maw="24rem"
                flex="1 1 14rem"
                {...form.getInputProps('text')}
              />
              {filters}
            </Group>
          </Form>
        </search>
        <PagedList
          list={list}
          label={title}
          pageSize={ROWS_PER_PAGE}
          pageIndex={pageIndex}
          onGo={onGo}
          skeleton={<RowSkeleton lines={2} />}
          empty={
            isFiltered ? (
              <NothingFound text={empty} onReset={() => void navigate({ to: '.', search: {} })} />
            ) : (
              <EmptyState text={none}>{create}</EmptyState>
            )
          }
        >
          {children}
        </PagedList>
      </Stack>
    </Desk>
  )
}
