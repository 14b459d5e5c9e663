import { Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { InvoiceId } from '#domain/ids.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { InvoiceView } from './invoice-view.tsx'
import { invoiceQuery } from './invoices.queries.ts'
import { texts } from './invoices.texts.ts'

/** Shows an invoice (specification, section 2.13). */
export function InvoicePage() {
  const id = useIdParam(pages.invoice)
  return id === undefined ? <NoSuchInvoice /> : <KnownInvoice id={id} />
}

function KnownInvoice({ id }: { readonly id: InvoiceId }) {
  const { data, error, refetch } = useQuery(invoiceQuery(id))
  if (data) return <InvoiceView invoice={data} />
  if (error instanceof ApiError && error.code === 'not_found') return <NoSuchInvoice />
  return (
    <Stack gap="lg" maw="46rem">
      <PageHeading title={texts.loading} />
      {error ? <LoadFailed text={error.message} onRetry={refetch} /> : <Waiting />}
    </Stack>
  )
}

function Waiting() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton h="1.5rem" w="70%" />
      <CardSkeleton height="17rem" lines={6} />
    </Stack>
  )
}

function NoSuchInvoice() {
  return (
    <Stack gap="lg" maw="46rem">
      <PageHeading title={texts.loading} />
      <EmptyState text={texts.notFound}>
        <Group justify="center">
          <ButtonLink to={pages.ownInvoices.href()}>{texts.toInvoices}</ButtonLink>
        </Group>
      </EmptyState>
    </Stack>
  )
}
