import { Badge, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { IconDownload } from '@tabler/icons-react'
import { pages } from '#contract/pages.ts'
import type { InvoiceType } from '#domain/accounting/invoices.ts'
import { euro } from '#domain/money.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import classes from './invoice-card.module.css'
import { useDownloadInvoice } from './invoices.queries.ts'
import { texts } from './invoices.texts.ts'
import { type Invoice, paymentNameOf } from './shown-invoice.ts'

const colorOf = { NORMAL: 'velvet', CANCEL: 'gray' } as const satisfies Record<InvoiceType, string>

/** Shows an invoice in a list. */
export function InvoiceCard({ invoice }: { readonly invoice: Invoice }) {
  const { id, invoiceNumber, invoiceType, invoiceDate, total, shortRefund = null, seller } = invoice
  const paymentName = paymentNameOf(invoice)
  const { act: download, isPending } = useDownloadInvoice()
  return (
    <Card as="article" className={classes['invoice'] ?? ''}>
      <div className={classes['what']}>
        <div className={classes['name']}>
          <Badge variant="light" color={colorOf[invoiceType]} tt="none">
            {texts.kindOf[invoiceType]}
          </Badge>
          <TextLink to={pages.invoice.href({ id })} fw={600}>
            {invoiceNumber}
          </TextLink>
        </div>
        <Text c="dimmed" size="sm">
          <Moment at={invoiceDate} zone={seller.timeZone} />
        </Text>
      </div>
      <div className={classes['paid']}>
        <Text>
          {texts.paidOf[invoiceType]} <b className={classes['amount']}>{euro(shortRefund ?? total)}</b>
          {shortRefund !== null && ` ${texts.ofTotal(total)}`}
        </Text>
        {paymentName && (
          <Text c="dimmed" size="sm">
            {paymentName}
          </Text>
        )}
      </div>
      <ActionButton
        variant="default"
        className={classes['download']}
        leftSection={<IconDownload size={18} aria-hidden />}
        isBusy={isPending}
        onClick={() => download(invoice)}
        aria-label={texts.downloadNamed(invoiceNumber)}
      >
        {texts.downloadOne}
      </ActionButton>
    </Card>
  )
}

/** Shown while an invoice loads. */
export function InvoiceCardSkeleton() {
  return (
    <Card className={classes['invoice'] ?? ''}>
      <div className={classes['what']}>
        <TextSkeleton lines={2} />
      </div>
      <div className={classes['paid']}>
        <TextSkeleton lines={2} />
      </div>
      <Skeleton h="2.25rem" w="8rem" className={classes['download']} />
    </Card>
  )
}
