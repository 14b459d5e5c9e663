import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { pages } from '#contract/pages.ts'
import { cartQuery } from '#client/customer/cart.ts'
import { ownUserQuery } from '#client/customer/own-user.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { CheckoutForm, type Purchase } from './checkout-form.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { paymentMethodsQuery } from './checkout.queries.ts'
import { texts } from './checkout.texts.ts'
import { LostTickets, useLostTickets } from './lost-tickets.tsx'
import { PaymentsUnderWay } from './payments-under-way.tsx'
import { Unsettled } from './unsettled.tsx'
import { useOrder } from './use-order.ts'
import { usePaymentStart } from './use-payment-start.ts'

/** Asks for the cart while payments are under way, which may end elsewhere. */
const REFRESH_WHILE_PAYING_MS = 15_000

/** Shows the cart and places the order, or starts its payment (specification, section 2.12). */
export function CheckoutPage() {
  const navigate = useNavigate()
  const isOrdered = useRef(false)
  const { order, askAgain, ...ordering } = useOrder((invoice) => {
    isOrdered.current = true
    return navigate({ to: pages.invoice.href(invoice) })
  })
  const { pay, ...paying } = usePaymentStart((payment) => navigate({ to: pages.payment.href(payment) }))
  const isPending = ordering.isPending || paying.isPending
  const purchase = {
    ...{ order, pay, isPending, isOrdered },
    refusal: ordering.refusal ?? paying.refusal,
    hasLostTickets: ordering.hasLostTickets || paying.hasLostTickets,
  }
  return (
    <Stack gap="lg">
      <PageHeading title={texts.checkout} />
      {askAgain && <Unsettled isPending={isPending} onAskAgain={askAgain} />}
      <Content purchase={purchase} />
    </Stack>
  )
}

function Content({ purchase }: { readonly purchase: Purchase }) {
  const cart = useQuery({
    ...cartQuery,
    // Another tab may have cancelled reservations.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.payments ? REFRESH_WHILE_PAYING_MS : false),
  })
  const user = useQuery(ownUserQuery)
  const methods = useQuery(paymentMethodsQuery)
  const lost = useLostTickets(cart.data?.tickets)
  if (cart.isLoadingError) return <LoadFailed text={cart.error.message} onRetry={cart.refetch} />
  if (methods.isLoadingError) return <LoadFailed onRetry={methods.refetch} />
  // The user only prefills the form; if that fails, the form stays empty.
  if (!cart.data || !methods.data || !(user.data || user.isFetchedAfterMount)) return <CheckoutSkeleton />
  if (cart.data.tickets.length + cart.data.merchandisePurchases.length === 0) {
    return (
      <>
        <LostTickets tickets={lost} />
        <EmptyCart />
      </>
    )
  }
  return (
    <>
      <LostTickets tickets={lost} />
      {cart.data.payments && <PaymentsUnderWay payments={cart.data.payments} />}
      <CheckoutForm cart={cart.data} user={user.data} methods={methods.data.elements} lost={lost} purchase={purchase} />
    </>
  )
}

function EmptyCart() {
  return (
    <EmptyState text={texts.empty}>
      <Group justify="center">
        <ButtonLink to={pages.searchEvents.href()}>{texts.toEvents}</ButtonLink>
        <ButtonLink to={pages.merchandise.href()} variant="default">
          {texts.toMerchandise}
        </ButtonLink>
      </Group>
    </EmptyState>
  )
}
