import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listChanges } from '#contract/change-log.ts'
import { pages } from '#contract/pages.ts'
import {
  ENTRY_KINDS,
  type EntryKind,
  type FieldChange,
  LOG_BOOKS,
  isAmount,
  type LogBook,
  type LoggedValue,
} from '#domain/change-log.ts'
import { euro } from '#domain/money.ts'
import { paymentTypeName } from '#domain/payments/payment-types.ts'
import { isCalendarDay, UNREADABLE_DAY } from '#domain/time/typed-time.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { DayField } from '#client/ui/forms/day-field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { ShopTime, shopTimeText } from '#client/ui/moment.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { pageOfEntry } from './page-of-entry.ts'
import { changesQuery, type LoggedChange } from './change-log.queries.ts'
import { texts } from './change-log.texts.ts'
import classes from './change-log.module.css'

const kindChoices = [
  { value: '', label: texts.allKinds },
  ...ENTRY_KINDS.map((value) => ({ value, label: texts.kinds[value] })),
]

const bookChoices = LOG_BOOKS.map((value) => ({ value, label: texts.books[value] }))

/** Lists the actions of administrators: what changed, from what to what, when and by whom. */
export function ChangeLogPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listChanges.query)
  const { pageIndex, ...filters } = query
  const { text, kind, book } = filters
  return (
    <DeskList
      title={pages.changeLog.title}
      csv={{ list: 'log', filters: query }}
      search={{ label: texts.search, text }}
      onSearch={(wanted) => refineBy({ ...filters, text: wanted })}
      list={useQuery(changesQuery(query))}
      pageIndex={pageIndex}
      onGo={goToPage}
      empty={texts.none}
      none={texts.noneYet}
      filters={
        <>
          <SelectField
            label={texts.book}
            data={bookChoices}
            value={book ?? 'CHANGES'}
            onChange={({ currentTarget: { value } }) => filterBy({ ...filters, book: value as LogBook })}
          />
          <SelectField
            label={texts.kind}
            data={kindChoices}
            value={kind ?? ''}
            onChange={({ currentTarget: { value } }) =>
              filterBy({ ...filters, kind: value === '' ? undefined : (value as EntryKind) })
            }
          />
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <DayFilter
              label={texts.firstDay}
              value={filters.firstDay}
              onChange={(firstDay) => refineBy({ ...filters, firstDay })}
            />
            <DayFilter
              label={texts.lastDay}
              value={filters.lastDay}
              onChange={(lastDay) => refineBy({ ...filters, lastDay })}
            />
          </Group>
        </>
      }
    >
      {(entry) => <LogEntry entry={entry} />}
    </DeskList>
  )
}

type DayFilterProps = {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (day: string | undefined) => void
}

/** Filters by a day as soon as it can be read. Refuses another text when the field is left. */
function DayFilter({ label, value = '', onChange }: DayFilterProps) {
  const [unreadable, setUnreadable] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  return (
    <DayField
      label={label}
      value={unreadable ?? value}
      error={isLeft && unreadable !== undefined ? UNREADABLE_DAY : undefined}
      onBlur={() => setLeft(true)}
      onChange={(day) => {
        const isReadable = day === '' || isCalendarDay(day)
        setUnreadable(isReadable ? undefined : day)
        if (!isReadable) return
        setLeft(false)
        onChange(day || undefined)
      }}
    />
  )
}

function LogEntry({ entry }: { readonly entry: LoggedChange }) {
  const { at, by, action, kind, recordId, recordName, changes, reason } = entry
  const name = recordName || (kind === 'USER' ? texts.deletedAccount(recordId) : recordId)
  const link = pageOfEntry(entry)
  const actor = by ? by.email || texts.deletedAccount(by.id) : texts.theShop
  return (
    <Card as="article" className={classes['entry'] ?? ''}>
      <Text size="sm" c="dimmed">
        <ShopTime at={at} /> · {actor}
      </Text>
      <Text>
        {texts.summary(action, kind)}{' '}
        {link ? (
          <TextLink fw={700} {...link}>
            {name}
          </TextLink>
        ) : (
          <strong>{name}</strong>
        )}
      </Text>
      {reason && <Text size="sm">{texts.reason(reason)}</Text>}
      {changes.length > 0 && (
        <ul className={classes['changes']}>
          {changes.map((change) => (
            <Change key={change.field} {...change} isNew={action !== 'EDITED' && change.from === null} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Shows a changed field, of an entry that changes nothing only its value. */
function Change({ field, from, to, isNew }: FieldChange & { readonly isNew: boolean }) {
  return (
    <li>
      {texts.field(field)}:{' '}
      {!isNew && (
        <>
          <del>{textOf(field, from, shopTimeText)}</del> →{' '}
        </>
      )}
      <ins>{textOf(field, to, shopTimeText)}</ins>
    </li>
  )
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Formats a value: prices in euro, times in the zone of the shop. */
function textOf(field: string, value: LoggedValue, timeText: (at: string) => string): string {
  if (value === null || value === '') return texts.nothing
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (isAmount(field, value)) return euro(value)
  if (field === 'paymentType') return paymentTypeName(String(value))
  if (typeof value === 'string' && MOMENT.test(value)) return timeText(value)
  return String(value)
}
