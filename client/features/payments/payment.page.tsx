import { Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { pages } from '#contract/pages.ts'
import type { PaymentId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { usePaymentEnd } from '#client/customer/payments.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PaymentStanding } from './payment-standing.tsx'
import { hasEnded, usePayment } from './payments.queries.ts'
import { texts } from './payments.texts.ts'

/** Waits for the end of a payment. The provider sends its customers back here, paid or not. */
export function PaymentPage() {
  const id = useIdParam(pages.payment)
  return (
    <Stack gap="lg" maw="46rem">
      <PageHeading title={texts.payment} />
      {id === undefined ? <NoSuchPayment /> : <KnownPayment key={id} id={id} />}
    </Stack>
  )
}

function KnownPayment({ id }: { readonly id: PaymentId }) {
  const { payment, error, until, lookAgain, replace } = usePayment(id)
  const end = usePaymentEnd()
  const wasTold = useRef(false)
  useEffect(() => {
    if (payment && hasEnded(payment) && !wasTold.current) wasTold.current = end(payment)
  })
  if (isNotFound(error)) return <NoSuchPayment />
  if (!payment && error) return <LoadFailed text={error.message} onRetry={lookAgain} />
  return <PaymentStanding payment={payment} asksUntil={until} onLookAgain={lookAgain} onChanged={replace} />
}

function NoSuchPayment() {
  return (
    <EmptyState text={texts.notFound}>
      <ButtonLink to={pages.checkout.href()}>{texts.toCheckout}</ButtonLink>
    </EmptyState>
  )
}
