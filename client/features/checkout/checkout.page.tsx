import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import { cartQuery } from '#client/customer/cart.ts'
import { ownUserQuery } from '#client/customer/own-user.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { texts } from './checkout.texts.ts'
import { Unsettled } from './unsettled.tsx'
import { useOrder } from './use-order.ts'

/** Shows the cart and places the order (specification, section 2.12). */
export function CheckoutPage() {
  const navigate = useNavigate()
  const { order, isPending, refusal, askAgain } = useOrder((invoice) => navigate({ to: pages.invoice.href(invoice) }))
  return (
    <Stack gap="lg">
      <PageHeading title={texts.checkout} />
      {askAgain && <Unsettled isPending={isPending} onAskAgain={askAgain} />}
      <Content order={order} isPending={isPending} refusal={refusal} />
    </Stack>
  )
}

type Props = Pick<ReturnType<typeof useOrder>, 'order' | 'isPending' | 'refusal'>

function Content(props: Props) {
  const cart = useQuery(cartQuery)
  const user = useQuery(ownUserQuery)
  if (cart.isLoadingError) return <LoadFailed onRetry={cart.refetch} />
  // The user only prefills the form; if that fails, the form stays empty.
  if (!cart.data || !(user.data || user.isFetchedAfterMount)) return <CheckoutSkeleton />
  if (cart.data.tickets.length + cart.data.merchandisePurchases.length === 0) return <EmptyCart />
  return <CheckoutForm cart={cart.data} user={user.data} {...props} />
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
