import { Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { Fragment, useRef, type ReactNode, type Ref, type RefObject } from 'react'
import { counted, numberText } from '#domain/number-text.ts'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { ListPagination } from './pagination.tsx'
import classes from './paged-list.module.css'
import { useEmptiedPage } from './use-emptied-page.ts'
import { useFocusKept } from '../feedback/use-focus-kept.ts'

/** Goes to a page of a list. `replace` replaces the history entry. */
export type GoToPage = (pageIndex: number, how?: { readonly replace: boolean }) => void

type Paged<Element> = { readonly total: number; readonly elements: readonly Element[] }

type Unit = readonly [singular: string, plural: string]

const RESULT: Unit = ['result', 'results']

type Props<Element> = {
  /** The result of a query that keeps the previous page while loading. */
  readonly list: {
    readonly data: Paged<Element> | undefined
    readonly isLoadingError: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  readonly pageSize: number
  readonly pageIndex: number
  readonly onGo: GoToPage
  readonly label: string
  /** The singular and plural of an element, if the list is no result of a search. */
  readonly unit?: Unit
  /** Receives the focus after a removal, by default the heading of the page. */
  readonly heading?: RefObject<HTMLElement | null>
  /** Shown in place of a row while loading. */
  readonly skeleton: ReactNode
  readonly empty: ReactNode
  /** A remark on the list, between its rows and the pagination. */
  readonly note?: ReactNode
  /** Rows, rows without space between, or as many columns as fit of cards, posters or tickets. */
  readonly layout?: 'rows' | 'lines' | 'grid' | 'posters' | 'tickets'
  /** Returns the name of the group that begins with an element, if one does. */
  readonly groupAt?: (element: Element, before: Element | undefined) => string | undefined
  readonly children: (element: Element, index: number) => ReactNode
}

/** Shows one page of a list: the total, the rows, the number of further rows, and the pagination. */
export function PagedList<Element extends { readonly id: number }>(props: Props<Element>) {
  const { list, pageSize, pageIndex, onGo, label, unit = RESULT, layout = 'rows' } = props
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
  if (!page) return list.isLoadingError ? <LoadFailed onRetry={list.refetch} /> : <ListSkeleton {...props} />
  // An empty previous page is not worth keeping.
  const isOnTheWay = isPlaceholder && page.elements.length === 0 && page.total > 0
  if (isEmptied || isOnTheWay) return <ListSkeleton {...props} />
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
  // Keeps the focus on the pagination and announces the new page above.
  const go = (next: number) => {
    onGo(next)
    top.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Stack gap="md">
      <Found
        ref={top}
        total={page.total}
        unit={unit}
        pageIndex={pageIndex}
        pageCount={Math.ceil(page.total / pageSize)}
      />
      {page.elements.length === 0 ? (
        props.empty
      ) : (
        <ul className={classes[layout]} aria-label={label} aria-busy={isPlaceholder}>
          {page.elements.map((element, index) => (
            <Fragment key={element.id}>
              <GroupHeading name={props.groupAt?.(element, page.elements[index - 1])} />
              <li>{props.children(element, index)}</li>
            </Fragment>
          ))}
        </ul>
      )}
      {more > 0 && page.elements.length > 0 && (
        <Text c="dimmed" ta="center">
          ... and {numberText(more)} more result(s)
        </Text>
      )}
      {props.note}
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

function GroupHeading({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return null
  return (
    <li className={classes['group']}>
      <Title order={2}>{name}</Title>
    </li>
  )
}

type FoundProps = {
  readonly ref: Ref<HTMLOutputElement>
  readonly total: number
  readonly unit: Unit
  readonly pageIndex: number
  readonly pageCount: number
}

/** Announces the total and the page. Invisible for an empty list, which has its own message. */
function Found({ ref, total, unit, pageIndex, pageCount }: FoundProps) {
  return (
    <Text component="output" ref={ref} size="sm" c="dimmed" className={classes[total === 0 ? 'unseen' : 'found']}>
      {total === 0 ? <VisuallyHidden>No results</VisuallyHidden> : counted(total, ...unit)}
      {pageCount > 1 && `, page ${numberText(pageIndex + 1)} of ${numberText(pageCount)}`}
    </Text>
  )
}

type SkeletonProps = Pick<Props<never>, 'pageSize' | 'skeleton' | 'layout'>

/** Shown while a list loads. */
export function ListSkeleton({ pageSize, skeleton, layout = 'rows' }: SkeletonProps) {
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
