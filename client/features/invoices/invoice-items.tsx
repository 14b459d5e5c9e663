import { Text } from '@mantine/core'
import { cents, euro } from '#domain/money.ts'
import { unbroken } from '#client/names/ticket-name.ts'
import { Moment } from '#client/ui/moment.tsx'
import classes from './invoice-items.module.css'
import { texts } from './invoices.texts.ts'
import { type Invoice, paymentNameOf } from './shown-invoice.ts'

/** Shows the lines of an invoice and their totals. */
export function InvoiceItems({ invoice }: { readonly invoice: Invoice }) {
  const { items, total, shortRefund = null, invoiceType, invoiceDate, seller } = invoice
  const paymentName = paymentNameOf(invoice)
  const points = items.reduce((sum, item) => sum + (item.usePoints ? item.points * item.quantity : 0), 0)
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm">
        <Moment at={invoiceDate} zone={seller.timeZone} />
        {paymentName && ` · ${paymentName}`}
      </Text>
      <ul className={classes['items']}>
        {items.map((item, index) => (
          <li key={index} className={classes['item']}>
            <span>
              {item.quantity > 1 && `${item.quantity} × `}
              {unbroken(item.name)}
            </span>
            <span className={classes['amount']}>
              {item.usePoints ? texts.pointsOnly(item.points * item.quantity) : lineTotal(item)}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes['total']}>
        <span>{texts.total[invoiceType]}</span>
        <span className={classes['amount']}>
          {(total > 0 || points === 0) && euro(total)}
          {total > 0 && points > 0 && ' + '}
          {points > 0 && texts.pointsOnly(points)}
        </span>
      </div>
      {shortRefund !== null && (
        <div className={classes['item']}>
          <span>{texts.goesBack}</span>
          <span className={classes['amount']}>{euro(shortRefund)}</span>
        </div>
      )}
    </>
  )
}

const lineTotal = ({ price, quantity }: Invoice['items'][number]) => euro(cents(price * quantity))
