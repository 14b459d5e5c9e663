import { Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useReloadCart } from '#client/customer/cart.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { useFocusKept } from '#client/ui/feedback/use-focus-kept.ts'
import { useNow } from '#client/ui/use-now.ts'
import { isRunOut } from './reservation-hint.tsx'
import classes from './cart.module.css'
import { texts } from '../checkout.texts.ts'
import { MerchandiseLine } from './merchandise-line.tsx'
import { type Cart, groupByShow } from '../selection.ts'
import { TicketGroup } from './ticket-group.tsx'
import type { Selection } from '../selection-in-form.ts'

type Props = {
  readonly cart: Cart
  readonly selection: Selection
  /** Points that the selection costs beyond the customer's balance. */
  readonly pointsShort: number
}

/** Lists the items of the cart, to select and to remove. */
export function CartItems({ cart: { tickets, merchandisePurchases, payments = [] }, selection, pointsShort }: Props) {
  const now = useNow()
  useReloadOn(tickets.filter((ticket) => isRunOut(ticket, now)).length)
  useFocusKept(tickets.length + merchandisePurchases.length)
  return (
    <>
      {tickets.length > 0 && (
        <Card as="section" aria-label={texts.tickets}>
          <Title order={2} size="h3" mb="sm">
            {texts.tickets}
          </Title>
          {groupByShow(tickets).map((group) => (
            <TicketGroup key={group[0]?.eventShow.id} tickets={group} now={now} selection={selection} />
          ))}
        </Card>
      )}
      {merchandisePurchases.length > 0 && (
        <Card as="section" aria-label={texts.merchandise}>
          <Title order={2} size="h3" mb="sm">
            {texts.merchandise}
          </Title>
          <ul className={classes['items']}>
            {merchandisePurchases.map((line) => (
              <li key={line.id}>
                <MerchandiseLine
                  line={line}
                  beingPaidUntil={payments.find((payment) => payment.merchandiseIds.includes(line.id))?.payUntil}
                  selection={selection}
                  pointsShort={pointsShort}
                />
              </li>
            ))}
          </ul>
          <Text size="sm" c="dimmed" mt="sm">
            {texts.pickUp}
          </Text>
        </Card>
      )}
    </>
  )
}

/** Reloads the cart when reservations expire. */
function useReloadOn(runOutCount: number): void {
  const reloadCart = useReloadCart()
  useEffect(() => {
    if (runOutCount > 0) void reloadCart()
  }, [runOutCount, reloadCart])
}
