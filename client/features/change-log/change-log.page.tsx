import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listChanges } from '#contract/change-log.ts'
import { pages } from '#contract/pages.ts'
import { type FieldChange, type LoggedValue, RECORD_KINDS, type RecordKind } from '#domain/change-log.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Moment, ownZone } from '#client/ui/moment.tsx'
import { changesQuery, type LoggedChange } from './change-log.queries.ts'
import { texts } from './change-log.texts.ts'
import classes from './change-log.module.css'

const kindChoices = [
  { value: '', label: texts.allKinds },
  ...RECORD_KINDS.map((value) => ({ value, label: texts.kinds[value] })),
]

/** Lists the actions of administrators: what changed, from what to what, when and by whom. */
export function ChangeLogPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listChanges.query)
  const { text, kind, recordId, action } = query
  return (
    <DeskList
      title={pages.changeLog.title}
      search={{ label: texts.search, text }}
      onSearch={(wanted) => refineBy({ kind, recordId, action, text: wanted })}
      list={useQuery(changesQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.none}
      filters={
        <SelectField
          label={texts.kind}
          data={kindChoices}
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            filterBy({ text, action, kind: value === '' ? undefined : (value as RecordKind) })
          }
        />
      }
    >
      {(entry) => <LogEntry entry={entry} />}
    </DeskList>
  )
}

function LogEntry({ entry }: { readonly entry: LoggedChange }) {
  const { at, by, action, kind, recordId, recordName, changes, reason } = entry
  const actor = by ? by.email || texts.deletedAccount(by.id) : texts.theShop
  return (
    <Card as="article" className={classes['entry'] ?? ''}>
      <Text size="sm" c="dimmed">
        <Moment at={at} zone={ownZone} /> · {actor}
      </Text>
      <Text>
        {texts.summary(action, kind)}{' '}
        <strong>{recordName || (kind === 'USER' ? texts.deletedAccount(recordId) : recordId)}</strong>
      </Text>
      {reason && <Text size="sm">{texts.reason(reason)}</Text>}
      {changes.length > 0 && (
        <ul className={classes['changes']}>
          {changes.map((change) => (
            <Change key={change.field} {...change} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Change({ field, from, to }: FieldChange) {
  return (
    <li>
      {field}: <del>{textOf(from)}</del> → <ins>{textOf(to)}</ins>
    </li>
  )
}

function textOf(value: LoggedValue): string {
  if (value === null || value === '') return texts.nothing
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return String(value)
}
