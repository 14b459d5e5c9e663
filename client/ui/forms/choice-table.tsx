import { Box, Button, Input, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { counted } from '#domain/number-text.ts'
import { GroupLegend } from './group-legend.tsx'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { ListPagination } from '../lists/pagination.tsx'
import { type PageAddress, TextLink } from '../links.tsx'
import classes from './choice-table.module.css'

type Column<Element> = { readonly name: string; readonly of: (element: Element) => ReactNode }

type Props<Element> = {
  readonly label: string
  readonly isRequired?: boolean
  readonly error?: ReactNode
  /** The chosen element; null if none. */
  readonly value?: Element | null
  readonly onChange: (element: Element) => void
  readonly nameOf: (element: Element) => string
  /** The name and other distinguishing columns. */
  readonly columns: readonly Column<Element>[]
  /** One page of elements to choose from. */
  readonly list: {
    readonly data: { readonly total: number; readonly elements: readonly Element[] } | undefined
    readonly isLoadingError: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  readonly pageSize: number
  readonly pageIndex: number
  readonly onGo: (pageIndex: number) => void
  readonly filters: ReactNode
  /** Whether a filter limits the list. */
  readonly isFiltered: boolean
  /** The message without matches. */
  readonly empty: string
  /** The page that creates the first element, linked while there is none. */
  readonly creation: { readonly to: PageAddress; readonly title: string }
  /** Details of the chosen element. */
  readonly preview?: ReactNode
}

/** Chooses one of many elements in a searchable, paged table. Shows the chosen element in its place. */
export function ChoiceTable<Element extends { readonly id: number }>(props: Props<Element>) {
  const { label, isRequired = true, error, value = null, onChange, preview } = props
  const [isOpen, setOpen] = useState(value === null)
  const frame = useRef<HTMLFieldSetElement>(null)
  const shown = useRef(isOpen)
  const id = useId()
  useEffect(() => {
    if (shown.current === isOpen) return
    shown.current = isOpen
    frame.current?.querySelector<HTMLElement>(isOpen ? 'input, select' : 'button')?.focus()
  }, [isOpen])
  const choose = (element: Element) => {
    onChange(element)
    setOpen(false)
  }
  return (
    <fieldset
      ref={frame}
      tabIndex={-1}
      className={classes['choice']}
      aria-describedby={`${id}-error`}
      data-invalid-group={Boolean(error)}
    >
      <GroupLegend isRequired={isRequired} isLarge>
        {label}
      </GroupLegend>
      <Input.Error id={`${id}-error`}>{error}</Input.Error>
      {value && <Chosen {...props} value={value} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      {value && !isOpen && preview}
      {isOpen && <Choices {...props} onChange={choose} />}
    </fieldset>
  )
}

type ChosenProps<Element> = Pick<Props<Element>, 'label' | 'columns' | 'nameOf'> & {
  readonly value: Element
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Chosen<Element>(props: ChosenProps<Element>) {
  const { value, label, columns, nameOf, isOpen, onToggle } = props
  const action = isOpen ? 'Keep' : 'Change'
  const [, ...others] = columns
  const details = others.map((column) => column.of(value)).filter((detail) => typeof detail === 'string' && detail)
  return (
    <div className={classes['chosen']}>
      <IconCircleCheck className={classes['check']} aria-hidden />
      <div className={classes['chosenWords']}>
        <Text fw={600}>{nameOf(value)}</Text>
        <Text size="sm" c="dimmed">
          {details.join(' · ')}
        </Text>
      </div>
      <Button variant="default" size="xs" aria-label={`${action} ${label}`} onClick={onToggle}>
        {action}
      </Button>
    </div>
  )
}

function Choices<Element extends { readonly id: number }>(props: Props<Element>) {
  const { label, list, pageSize, pageIndex, onGo, filters, isFiltered, empty, creation } = props
  const page = list.data
  const nothing = isFiltered ? (
    empty
  ) : (
    <>
      There is none yet.{' '}
      <TextLink to={creation.to} inherit underline="always">
        {creation.title}
      </TextLink>
    </>
  )
  return (
    <>
      <search className={classes['filters']}>{filters}</search>
      <Text component="output" size="sm" c="dimmed" mb={4}>
        {!page ? '\u00A0' : page.total === 0 ? nothing : counted(page.total, 'result', 'results')}
      </Text>
      {list.isLoadingError ? (
        <LoadFailed onRetry={list.refetch} />
      ) : (
        page?.elements.length !== 0 && <Table {...props} elements={page?.elements} />
      )}
      {!list.isLoadingError && (
        // Keeps the room of a second page while the list loads.
        <Box style={{ visibility: page ? 'visible' : 'hidden' }}>
          <ListPagination
            total={page?.total ?? 2 * pageSize}
            pageSize={pageSize}
            pageIndex={pageIndex}
            onGo={onGo}
            label={`Pages of ${label}`}
            isSmall
          />
        </Box>
      )}
    </>
  )
}

type TableProps<Element> = Props<Element> & {
  /** Undefined while they load. */
  readonly elements: readonly Element[] | undefined
}

function Table<Element extends { readonly id: number }>(props: TableProps<Element>) {
  const { label, columns, elements, pageSize, nameOf, onChange, list } = props
  return (
    <table className={classes['table']} aria-label={label} aria-busy={!elements || list.isPlaceholderData}>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <VisuallyHidden>Choose</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {elements?.map((element) => (
          <tr key={element.id} className={classes['row']}>
            {columns.map((column) => (
              <td key={column.name}>{column.of(element)}</td>
            ))}
            <td>
              <Button
                variant="light"
                size="compact-sm"
                className={classes['choose'] ?? ''}
                aria-label={`Choose ${nameOf(element)}`}
                onClick={() => onChange(element)}
              >
                Choose
              </Button>
            </td>
          </tr>
        )) ?? <RowSkeletons columns={columns} count={pageSize} />}
      </tbody>
    </table>
  )
}

/** Shown while the rows load, each as high as one. */
function RowSkeletons({ columns, count }: { readonly columns: readonly { name: string }[]; readonly count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} aria-hidden>
      {columns.map(({ name }) => (
        <td key={name}>
          <Skeleton>&nbsp;</Skeleton>
        </td>
      ))}
      <td>
        <Button variant="light" size="compact-sm" style={{ visibility: 'hidden' }}>
          Choose
        </Button>
      </td>
    </tr>
  ))
}
