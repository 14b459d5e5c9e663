import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useReloadCart } from '#client/customer/cart.ts'
import { Card } from '#client/ui/card.tsx'
import { useNow } from '#client/ui/use-now.ts'
import { isRunOut } from './reservation-hint.tsx'
import classes from './cart.module.css'
import { texts } from '../checkout.texts.ts'
import { MerchandiseLine } from './merchandise-line.tsx'
import { type Cart, groupByShow } from '../selection.ts'
import { TicketGroup } from './ticket-group.tsx'
import type { Selection } from '../use-selection.ts'

type Props = { readonly cart: Cart; readonly selection: Selection }

/** What is in the cart, to tick and to take out. */
export function CartItems({ cart: { tickets, merchandisePurchases }, selection }: Props) {
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
                <MerchandiseLine line={line} selection={selection} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

/** Reservations that run out leave the cart. */
function useReloadOn(runOutCount: number): void {
  const reloadCart = useReloadCart()
  useEffect(() => {
    if (runOutCount > 0) void reloadCart()
  }, [runOutCount, reloadCart])
}

const DIALOG_GONE = 400

/** Who removed an item by its button would stand nowhere; the heading of the page is the next best place. */
function useFocusKept(itemCount: number): void {
  const before = useRef(itemCount)
  useEffect(() => {
    const isRemoved = itemCount < before.current
    before.current = itemCount
    if (!isRemoved) return undefined
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) {
        document.querySelector('h1')?.focus({ preventScroll: true })
      }
    }, DIALOG_GONE)
    return () => clearTimeout(timer)
  }, [itemCount])
}
