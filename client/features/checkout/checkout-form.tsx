import { Stack } from '@mantine/core'
import type { RefObject } from 'react'
import type { PaymentMethod } from '#contract/payments.ts'
import { sentenceOf } from '#contract/problems.ts'
import type { UserDetail } from '#contract/users.ts'
import { pages } from '#contract/pages.ts'
import type { CustomerPaymentType } from '#domain/payments/payment-types.ts'
import { problem } from '#domain/problem.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { placeOf, type Ticket, unbroken } from '#client/names/ticket-name.ts'
import { Form } from '#client/ui/forms/form.tsx'
import { toastError } from '#client/ui/feedback/toasts.ts'
import { useNow } from '#client/ui/use-now.ts'
import { CartItems } from './cart/cart-items.tsx'
import classes from './checkout.module.css'
import type { NewPayment, Order } from './checkout.queries.ts'
import { texts } from './checkout.texts.ts'
import { OrderSummary } from './order-summary.tsx'
import { offerOf } from './payment-offer.ts'
import { paymentSchema, type CheckoutValues } from './payment-schema.ts'
import { PaymentFields } from './payment-fields.tsx'
import { type Cart, costOfSelection, firstStartOf, pointsWithheldFor } from './selection.ts'
import { selectedOf, selectionIn } from './selection-in-form.ts'

/** The calls behind the order button. */
export type Purchase = {
  readonly order: (order: Order) => void
  readonly pay: (payment: NewPayment) => void
  readonly isPending: boolean
  /** Whether the order was placed. */
  readonly isOrdered: RefObject<boolean>
  /** The sentence of the last refusal. */
  readonly refusal: string | undefined
  /** Whether it was that tickets are no longer reserved. */
  readonly hasLostTickets: boolean
}

type Props = {
  readonly cart: Cart
  readonly user: UserDetail | undefined
  readonly methods: readonly PaymentMethod[]
  /** The tickets that are no longer reserved. */
  readonly lost: readonly Ticket[]
  readonly purchase: Purchase
}

/** Shows the selection of items, the payment details and the order button. */
export function CheckoutForm({ cart, user, methods, lost, purchase }: Props) {
  const { order, pay, isPending, isOrdered, hasLostTickets } = purchase
  // The sentence of the refusal reads as if it was about the tickets that are left.
  const refusal =
    hasLostTickets && lost.length > 0
      ? texts.lostPlaces(lost.map((ticket) => unbroken(placeOf(ticket))))
      : purchase.refusal
  const now = useNow()
  const offerFor = (items: Cart) => offerOf(methods, { firstStart: firstStartOf(items), now })
  const form = useKeptForm<CheckoutValues>({
    path: pages.checkout.href(),
    isKeptOnLeave: () => !isOrdered.current,
    schema: ({ leftOut }) => {
      const chosen = selectedOf(cart, leftOut)
      return paymentSchema(offerFor(chosen).types, costOfSelection(chosen).total > 0)
    },
    initialValues: {
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      address: user?.address ?? '',
      paymentType: onlyOf(offerFor(cart).types) ?? '',
      leftOut: [],
    },
  })
  const selection = selectionIn(form, cart)
  const { selected } = selection
  const offer = offerFor(selected)
  const cost = costOfSelection(selected)
  const balance = user && user.points + pointsWithheldFor(selected, cart.payments)
  const pointsShort = balance === undefined ? 0 : Math.max(0, cost.points - balance)

  const buy = ({ paymentType, firstName, lastName, address }: CheckoutValues) => {
    if (balance !== undefined && pointsShort > 0) {
      return toastError(sentenceOf(problem('not_enough_points', { needed: cost.points, balance })))
    }
    const bought = {
      userPaymentInfoDto: { firstName, lastName, address },
      ticketIds: selected.tickets.map(({ id }) => id),
      merchandiseIds: selected.merchandisePurchases.map(({ id }) => id),
      expectedTotal: cost.total,
      expectedPoints: cost.points,
    }
    if (cost.total === 0 || paymentType === '') return order(bought)
    const method = offer.methodOf(paymentType)
    return method === undefined
      ? order({ ...bought, paymentType: paymentType as CustomerPaymentType })
      : pay({ ...bought, paymentType, method })
  }

  return (
    <Form form={form} label={texts.checkout} onSubmit={buy} className={classes['checkout']}>
      <Stack gap="lg" className={classes['main'] ?? ''}>
        <CartItems cart={cart} selection={selection} pointsShort={pointsShort} />
        <PaymentFields form={form} offer={offer} isPaymentAsked={cost.total > 0} />
      </Stack>
      <OrderSummary cost={cost} balance={balance} refusal={refusal} isPending={isPending} />
    </Form>
  )
}

/** Returns the only element of a list; undefined if it has more or none. */
function onlyOf<Element>(list: readonly Element[]): Element | undefined {
  return list.length === 1 ? list[0] : undefined
}
