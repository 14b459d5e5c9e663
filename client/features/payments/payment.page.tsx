import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { PaymentId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { type Payment, paymentQuery } from './payments.queries.ts'
import { texts } from './payments.texts.ts'

/** Shows how a payment at a provider stands. The provider sends its customers back here. */
export function PaymentPage() {
  const id = useIdParam(pages.payment)
  return (
    <Stack gap="lg" maw="46rem">
      <PageHeading title={texts.payment} />
      {id === undefined ? <NoSuchPayment /> : <KnownPayment id={id} />}
    </Stack>
  )
}

function KnownPayment({ id }: { readonly id: PaymentId }) {
  const { data, error, refetch } = useQuery(paymentQuery(id))
  if (data) return <PaymentStateView payment={data} />
  if (isNotFound(error)) return <NoSuchPayment />
  if (error) return <LoadFailed text={error.message} onRetry={refetch} />
  return <Skeleton h="1.5rem" w="70%" aria-busy />
}

function PaymentStateView({ payment: { state, redirectUrl, invoiceId } }: { readonly payment: Payment }) {
  return (
    <EmptyState text={texts.states[state]}>
      <Group justify="center">
        {redirectUrl !== null && (
          <Button component="a" href={redirectUrl}>
            {texts.continuePayment}
          </Button>
        )}
        {invoiceId === null ? (
          <ButtonLink to={pages.checkout.href()} variant="default">
            {texts.toCheckout}
          </ButtonLink>
        ) : (
          <ButtonLink to={pages.invoice.href({ id: invoiceId })}>{texts.toInvoice}</ButtonLink>
        )}
      </Group>
    </EmptyState>
  )
}

function NoSuchPayment() {
  return (
    <EmptyState text={texts.notFound}>
      <ButtonLink to={pages.checkout.href()}>{texts.toCheckout}</ButtonLink>
    </EmptyState>
  )
}
