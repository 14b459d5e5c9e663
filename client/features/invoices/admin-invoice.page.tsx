import { Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { InvoiceId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { InvoiceItems } from './invoice-items.tsx'
import { adminInvoiceQuery, useDownloadInvoice } from './invoices.queries.ts'
import { texts } from './invoices.texts.ts'

/** Shows the invoice of any customer to staff, to print it. */
export function AdminInvoicePage() {
  const id = useIdParam(pages.adminInvoice)
  return id === undefined ? <NotFoundPage /> : <KnownInvoice id={id} />
}

function KnownInvoice({ id }: { readonly id: InvoiceId }) {
  const query = useQuery(adminInvoiceQuery(id))
  const { act: download, isPending } = useDownloadInvoice()
  return (
    <DeskRecord title={texts.loading} query={query} list={{ to: pages.orders.href(), title: pages.orders.title }}>
      {(invoice) => (
        <Stack gap="lg" maw="46rem">
          <PageHeading title={texts.titleOf[invoice.invoiceType](invoice.invoiceNumber)} />
          <Card as="section" aria-label={texts.items}>
            <InvoiceItems invoice={invoice} />
            <Group mt="lg" justify="flex-end">
              <ActionButton
                leftSection={<IconDownload size={18} aria-hidden />}
                isBusy={isPending}
                onClick={() => download(invoice)}
              >
                {texts.downloadOf[invoice.invoiceType]}
              </ActionButton>
            </Group>
          </Card>
        </Stack>
      )}
    </DeskRecord>
  )
}
