import { Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { DESK_PAYMENT_TYPES, paymentTypeName } from '#domain/payments/payment-types.ts'
import { euro } from '#domain/money.ts'
import { placeText } from '#domain/tickets/places.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { useFocusKept } from '#client/ui/feedback/use-focus-kept.ts'
import { TextLink } from '#client/ui/links.tsx'
import { AdmitByName } from './admit-by-name.tsx'
import { type DoorEntry, usePay, useReleaseReservation } from './orders-admin.queries.ts'
import { texts } from './orders-admin.texts.ts'
import classes from './orders-admin.module.css'

/** Returns the text of an entry that a search looks through. */
export function searchTextOf(entry: DoorEntry): string {
  const { name, email, invoiceNumber, orderId, doorCode } = entry
  return [placeText(entry), name, email, invoiceNumber, orderId, doorCode].join(' ').toLowerCase()
}

/** Counts what the desk can still do with an entry: take its payment, and admit its person. */
function stepsOf({ state, admittedAt }: DoorEntry): number {
  if (state === 'RESERVED') return 2
  return admittedAt === null ? 1 : 0
}

type Props = {
  readonly label: string
  readonly showId: ShowId
  readonly entries: readonly DoorEntry[]
  /** The time zone of the venue. */
  readonly zone: string
}

/**
 * Lists the tickets of a show. Reservations can be paid and released, bought tickets admitted. Afterwards the focus is
 * at the row, or at the table if the row is gone.
 */
export function DoorTable({ label, showId, entries, zone }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const row = useRef<HTMLElement>(null)
  const [place] = useState(() => ({
    get current() {
      return row.current?.isConnected ? row.current : table.current
    },
  }))
  useFocusKept(
    entries.reduce((sum, entry) => sum + stepsOf(entry), 0),
    place,
  )
  return (
    <table ref={table} className={classes['door']} aria-label={label} tabIndex={-1}>
      <thead>
        <tr>
          {texts.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr
            key={entry.id}
            tabIndex={-1}
            onFocus={({ currentTarget }) => {
              row.current = currentTarget
            }}
          >
            <th scope="row">{placeText(entry)}</th>
            <td>
              {entry.name}
              {entry.email !== '' && (
                <Text span size="sm" c="dimmed" display="block">
                  {entry.email}
                </Text>
              )}
            </td>
            <td>
              {entry.isHeld ? texts.held : texts.states[entry.state]}
              {entry.state === 'RESERVED' && !entry.isHeld && ` · ${euro(entry.price)}`}
              {entry.admittedAt !== null && ` · ${texts.admitted(entry.admittedAt, zone)}`}
              {entry.state === 'RESERVED' && !entry.isHeld && <Reserved entry={entry} />}
              {entry.state === 'BOUGHT' && entry.admittedAt === null && <AdmitByName showId={showId} entry={entry} />}
            </td>
            <td className={classes['number']}>
              {entry.orderId === null ? (
                ''
              ) : (
                <TextLink to={pages.order.href({ id: entry.orderId })}>{entry.invoiceNumber}</TextLink>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Reserved({ entry }: { readonly entry: DoorEntry }) {
  const place = placeText(entry)
  const [isPaying, setPaying] = useState(false)
  const choices = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isPaying) choices.current?.querySelector('button')?.focus()
  }, [isPaying])
  const pay = usePay(entry)
  const release = useReleaseReservation(entry.id)
  const askToRelease = async () => {
    const question = { title: texts.releaseQuestion, details: `${place}, ${entry.name}`, confirm: texts.release }
    if (await confirmed(question)) release.act()
  }
  return (
    <Group ref={choices} gap="xs" mt="0.25rem" className={classes['notOnPaper'] ?? ''}>
      {isPaying ? (
        DESK_PAYMENT_TYPES.map((paymentType) => (
          <ActionButton
            key={paymentType}
            size="xs"
            isBusy={pay.isPending}
            aria-label={`${paymentTypeName(paymentType)} ${place}`}
            onClick={() => pay.act(paymentType)}
          >
            {paymentTypeName(paymentType)}
          </ActionButton>
        ))
      ) : (
        <>
          <ActionButton size="xs" aria-label={texts.pay(place)} onClick={() => setPaying(true)}>
            {texts.payHere}
          </ActionButton>
          <ActionButton
            variant="default"
            size="xs"
            isBusy={release.isPending}
            aria-label={`${texts.release} ${place}`}
            onClick={() => void askToRelease()}
          >
            {texts.release}
          </ActionButton>
        </>
      )}
    </Group>
  )
}
