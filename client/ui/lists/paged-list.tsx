import { Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode, type Ref, type RefObject } from 'react'
import { counted } from '#client/names/counted.ts'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { ListPagination } from './pagination.tsx'
import classes from './paged-list.module.css'
import { useEmptiedPage } from './use-emptied-page.ts'
import { useFocusKept } from '../feedback/use-focus-kept.ts'

/** Leads to a page of a list; `replace`: in the same entry of the history. */
export type Going = (pageIndex: number, how?: { readonly replace: boolean }) => void

type Paged<Element> = { readonly total: number; readonly elements: readonly Element[] }

type Props<Element> = {
  /** What a query gave, with the old page kept while the next one comes. */
  readonly list: {
    readonly data: Paged<Element> | undefined
    readonly isLoadingError: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  readonly pageSize: number
  readonly pageIndex: number
  readonly onGo: Going
  readonly label: string
  /** Where who removes a row stands afterwards, unless it is the heading of the page. */
  readonly heading?: RefObject<HTMLElement | null>
  /** Stands in the place of a row until it is there. */
  readonly skeleton: ReactNode
  readonly empty: ReactNode
  /** As many columns as fit: of cards, of wider ones with large pictures, or of tickets. */
  readonly layout?: 'rows' | 'grid' | 'posters' | 'tickets'
  readonly children: (element: Element, index: number) => ReactNode
}

/** A list, a page at a time: how many there are, the rows, how many more, and the way to them. */
export function PagedList<Element extends { readonly id: number }>(props: Props<Element>) {
  const { list, pageSize, pageIndex, onGo, label, layout = 'rows' } = props
  const top = useRef<HTMLOutputElement>(null)
  const page = list.data
  useFocusKept(page?.total ?? 0, props.heading)
  const { isPlaceholderData: isPlaceholder } = list
  const isEmptied = useEmptiedPage({
    shown: page && { total: page.total, rowCount: page.elements.length, isPlaceholder },
    pageSize,
    pageIndex,
    onLeave: (last) => onGo(last, { replace: true }),
  })
  if (!page) return list.isLoadingError ? <LoadFailed onRetry={list.refetch} /> : <Waiting {...props} />
  // The old page is none to keep when nothing was on it.
  const isOnTheWay = isPlaceholder && page.elements.length === 0 && page.total > 0
  if (isEmptied || isOnTheWay) return <Waiting {...props} />
  if (page.elements.length === 0 && pageIndex > 0)
    return (
      <Stack align="flex-start">
        <Text component="output">There is nothing on page {pageIndex + 1}.</Text>
        <Button variant="default" onClick={() => onGo(0)}>
          Back to the first page
        </Button>
      </Stack>
    )
  const more = page.total - pageIndex * pageSize - page.elements.length
  // The focus stays on the way to the next page; what came begins above it, and is announced there.
  const go = (next: number) => {
    onGo(next)
    top.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Stack gap="md">
      <Found ref={top} total={page.total} pageIndex={pageIndex} pageCount={Math.ceil(page.total / pageSize)} />
      {page.elements.length === 0 ? (
        props.empty
      ) : (
        <ul className={classes[layout]} aria-label={label} aria-busy={isPlaceholder}>
          {page.elements.map((element, index) => (
            <li key={element.id}>{props.children(element, index)}</li>
          ))}
        </ul>
      )}
      {more > 0 && page.elements.length > 0 && (
        <Text c="dimmed" ta="center">
          ... and {more} more result(s)
        </Text>
      )}
      <ListPagination
        total={page.total}
        pageSize={pageSize}
        pageIndex={pageIndex}
        onGo={go}
        label={`Pages of ${label}`}
      />
    </Stack>
  )
}

type FoundProps = {
  readonly ref: Ref<HTMLOutputElement>
  readonly total: number
  readonly pageIndex: number
  readonly pageCount: number
}

/** How many there are, and which of their pages this is. Of none, who sees the page reads below. */
function Found({ ref, total, pageIndex, pageCount }: FoundProps) {
  return (
    <Text component="output" ref={ref} size="sm" c="dimmed" className={classes['found']}>
      {total === 0 ? <VisuallyHidden>No results</VisuallyHidden> : counted(total, 'result', 'results')}
      {pageCount > 1 && `, page ${pageIndex + 1} of ${pageCount}`}
    </Text>
  )
}

function Waiting<Element>({ pageSize, skeleton, layout = 'rows' }: Props<Element>) {
  return (
    <Stack gap="md" aria-busy>
      <Text component="output" size="sm" c="dimmed">
        Loading …
      </Text>
      <div className={classes[layout]}>
        {Array.from({ length: Math.min(pageSize, 6) }, (_, index) => (
          <div key={index}>{skeleton}</div>
        ))}
      </div>
    </Stack>
  )
}
