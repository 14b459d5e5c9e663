import { Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ComponentType, Suspense } from 'react'
import type { InvoiceType } from '#domain/accounting/invoices.ts'
import { pages } from '#contract/pages.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { MERCHANDISE_PICK_UP } from '#client/customer/cart.ts'
import { DownloadsSkeleton } from '#client/customer/downloads-skeleton.tsx'
import { lazyOptionalPart } from '#client/shell/lazy-optional-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import classes from './invoice-view.module.css'
import { InvoiceItems } from './invoice-items.tsx'
import { useDownloadInvoice } from './invoices.queries.ts'
import { texts } from './invoices.texts.ts'
import { type InvoiceDetail, isSimulated } from './shown-invoice.ts'

const DownloadTickets = lazyOptionalPart(() => import('#client/customer/download-tickets.tsx'), 'DownloadTickets')

const leads: Record<InvoiceType, ComponentType<LeadProps>> = { NORMAL: Thanks, CANCEL: Cancellation }

/** Shows an invoice with its explanation, the download and further links. */
export function InvoiceView({ invoice }: LeadProps) {
  const isPurchase = invoice.invoiceType === 'NORMAL'
  const Lead = leads[invoice.invoiceType]
  const { act: download, isPending } = useDownloadInvoice()
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <PageHeading title={texts.titleOf[invoice.invoiceType](invoice.invoiceNumber)} />
        <Lead invoice={invoice} />
      </Stack>
      <div className={classes['columns']}>
        <Card as="section" aria-label={texts.items}>
          <InvoiceItems invoice={invoice} />
          <Group mt="lg" justify="space-between" gap="md">
            {isPurchase && <Text fw={500}>{texts.save}</Text>}
            <ActionButton
              leftSection={<IconDownload size={18} aria-hidden />}
              isBusy={isPending}
              onClick={() => download(invoice)}
              ms="auto"
            >
              {texts.downloadOf[invoice.invoiceType]}
            </ActionButton>
          </Group>
        </Card>
        <Stack gap="lg">
          {isSimulated(invoice) && <Notice kind="info">{texts.simulation[invoice.invoiceType]}</Notice>}
          {!isPurchase && invoice.total !== 0 && invoice.paidBy !== null && (
            <Notice kind="info">{returnedText(invoice, invoice.paidBy)}</Notice>
          )}
          {isPurchase && Boolean(invoice.validTickets) && (
            <Suspense fallback={<DownloadsSkeleton />}>
              <DownloadTickets invoiceId={invoice.id} />
            </Suspense>
          )}
          {isPurchase && <Points invoice={invoice} />}
          <Group gap="sm">
            <ButtonLink to={pages.ownTickets.href()} variant="default">
              {texts.toTickets}
            </ButtonLink>
            <ButtonLink to={pages.ownInvoices.href()} variant="default">
              {texts.toInvoices}
            </ButtonLink>
          </Group>
        </Stack>
      </div>
    </Stack>
  )
}

function Thanks({ invoice }: LeadProps) {
  const { validTickets, hasMerchandise = false } = invoice
  return (
    <>
      <Text size="lg">
        {texts.thanks} {texts.mailed}
      </Text>
      {validTickets !== 0 && <Text c="dimmed">{texts.pickUp}</Text>}
      {hasMerchandise && <Text c="dimmed">{MERCHANDISE_PICK_UP}</Text>}
      <CancelledShows invoice={invoice} />
    </>
  )
}

/** Tells how much of a refund goes back, if it is not all of it, and how. */
function returnedText({ shortRefund = null, ...refund }: InvoiceDetail, paidBy: string): string {
  if (shortRefund === null) return texts.returned(paidBy)
  const amount = texts.shortRefund({ ...refund, shortRefund })
  return shortRefund === 0 ? amount : `${amount} ${texts.returned(paidBy)}`
}

type LeadProps = { readonly invoice: InvoiceDetail }

function Cancellation({ invoice }: LeadProps) {
  const { cancelsInvoiceNumber, items } = invoice
  return (
    <>
      <CancelledShows invoice={invoice} />
      <Text size="lg">{texts.cancelled}</Text>
      {cancelsInvoiceNumber && <Text c="dimmed">{texts.cancels(items.length, cancelsInvoiceNumber)}</Text>}
    </>
  )
}

/** Tells which shows of the invoice were cancelled, and why. */
function CancelledShows({ invoice: { invoiceType, cancelledShows = [] } }: LeadProps) {
  return cancelledShows.map(({ name, eventTitle, reason }) => (
    <Notice key={`${eventTitle} ${name}`} kind="info">
      {texts.showCancelled(showNameOf({ eventTitle, name }), reason)} {texts.showRefundOf[invoiceType]}
    </Notice>
  ))
}

function Points({ invoice: { items } }: LeadProps) {
  const paid = items.filter(({ usePoints }) => !usePoints)
  const earned = paid.reduce((sum, { points, quantity }) => sum + points * quantity, 0)
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        {texts.pointsTitle}
      </Title>
      {earned > 0 && (
        <Text fw={500} mb="xs">
          {texts.earned(earned)}
        </Text>
      )}
      <Text>{texts.points}</Text>
    </section>
  )
}
