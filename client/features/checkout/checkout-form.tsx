import { Stack } from '@mantine/core'
import { sentenceOf } from '#contract/problems.ts'
import type { UserDetail } from '#contract/users.ts'
import { pages } from '#contract/pages.ts'
import type { CustomerPaymentType } from '#domain/payment-types.ts'
import { problem } from '#domain/problem.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { Form } from '#client/ui/forms/form.tsx'
import { toastError } from '#client/ui/feedback/toasts.ts'
import { CartItems } from './cart/cart-items.tsx'
import classes from './checkout.module.css'
import { texts } from './checkout.texts.ts'
import { OrderSummary } from './order-summary.tsx'
import { paymentSchema, type CheckoutValues } from './payment-schema.ts'
import { PaymentFields } from './payment-fields.tsx'
import { type Cart, costOfSelection } from './selection.ts'
import { selectedOf, selectionIn } from './selection-in-form.ts'
import type { useOrder } from './use-order.ts'

type Props = Pick<ReturnType<typeof useOrder>, 'order' | 'isPending' | 'refusal'> & {
  readonly cart: Cart
  readonly user: UserDetail | undefined
}

/** Shows the selection of items, the payment details and the order button. */
export function CheckoutForm({ cart, user, order, isPending, refusal }: Props) {
  const form = useKeptForm<CheckoutValues>({
    path: pages.checkout.href(),
    schema: ({ leftOut }) => paymentSchema(costOfSelection(selectedOf(cart, leftOut)).total > 0),
    initialValues: {
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      address: user?.address ?? '',
      paymentType: '',
      leftOut: [],
    },
  })
  const selection = selectionIn(form, cart)
  const { selected } = selection
  const cost = costOfSelection(selected)
  const pointsShort = user ? Math.max(0, cost.points - user.points) : 0

  const buy = ({ paymentType, firstName, lastName, address }: CheckoutValues) => {
    if (user && pointsShort > 0) {
      return toastError(sentenceOf(problem('not_enough_points', { needed: cost.points, balance: user.points })))
    }
    return order({
      userPaymentInfoDto: { firstName, lastName, address },
      ...(cost.total > 0 && { paymentType: paymentType as CustomerPaymentType }),
      ticketIds: selected.tickets.map(({ id }) => id),
      merchandiseIds: selected.merchandisePurchases.map(({ id }) => id),
      expectedTotal: cost.total,
      expectedPoints: cost.points,
    })
  }

  return (
    <Form form={form} label={texts.checkout} onSubmit={buy} className={classes['checkout']}>
      <Stack gap="lg" className={classes['main'] ?? ''}>
        <CartItems cart={cart} selection={selection} pointsShort={pointsShort} />
        <PaymentFields form={form} isPaymentAsked={cost.total > 0} />
      </Stack>
      <OrderSummary cost={cost} balance={user?.points} refusal={refusal} isPending={isPending} />
    </Form>
  )
}
