import type { ReactNode } from 'react'
import { Text } from '@mantine/core'
import { cents, euro } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'
import type { PlaceCounts } from '#domain/tickets/place-counts.ts'
import type { Figures } from './figures.queries.ts'
import { texts } from './figures.texts.ts'
import classes from './figures.module.css'

type Sum = readonly [name: string, value: ReactNode]
type Props = { readonly label: string; readonly sums: readonly Sum[] }

/** Shows figures under their names. */
export function Sums({ label, sums }: Props) {
  return (
    <dl aria-label={label} className={classes['sums']}>
      {sums.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <dd className={classes['value']}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const sumsOfMoney = ({ turnover, net, sales, refunds }: Figures['total']): readonly Sum[] => [
  [texts.turnover, euro(turnover)],
  [texts.net, euro(net)],
  [texts.vat, euro(cents(turnover - net))],
  [texts.sales, euro(sales)],
  [texts.refunds, euro(refunds)],
]

export const sumsOfTickets = (total: Figures['total']): readonly Sum[] => [
  [texts.ticketsSold, numberText(total.ticketsSold)],
  [texts.ticketsReturned, numberText(total.ticketsRefunded)],
  [texts.pointsIssued, numberText(total.pointsIssued)],
  [texts.pointsWithdrawn, numberText(total.pointsWithdrawn)],
]

export const sumsOfPlaces = ({ sold, reserved, held, free }: PlaceCounts): readonly Sum[] => [
  [texts.sold, numberText(sold)],
  [texts.reserved, numberText(reserved)],
  [texts.held, numberText(held)],
  [texts.free, numberText(free)],
]
