import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the lines of invoices that meet a condition on `invoices`, with their share of the invoice's amount without
 * VAT. The owner of this rounding: an invoice prints the sum of its exact lines, rounded once (`vatTotals`). So a line
 * gets the difference of the rounded sums up to it and before it. The shares add up to the printed amount, each within
 * a cent of its exact one. Sums of 30 decimals are rounded to 20 first, so that thirds of a cent add up to a half.
 *
 * Columns: `invoice_id`, `issued_at`, `sign` (-1 on refund invoices), `ticket_id`, `product_id`, `quantity`,
 * `points_spent`, `gross` and `net` in cents. Lines paid with points cost no money.
 */
export function invoiceLines(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select invoice_id, issued_at, sign, ticket_id, product_id, quantity, points_spent, gross,
      (round(round(sum(exact) over (invoice rows unbounded preceding), 20))
        - coalesce(round(round(sum(exact) over (invoice rows between unbounded preceding and 1 preceding), 20)), 0)
      )::bigint as net
    from (
      select items.id, items.invoice_id, invoices.issued_at, items.ticket_id, items.quantity,
        items.merchandise_product_id as product_id,
        case invoices.invoice_type when 'NORMAL' then 1 else -1 end as sign,
        case when use_points then items.points * items.quantity else 0 end as points_spent,
        case when use_points then 0 else items.price::bigint * items.quantity end as gross,
        case when use_points then 0
          else (items.price::numeric * items.quantity * 100)::numeric(60, 30) / (100 + items.vat_percent) end as exact
      from invoices join invoice_items as items on items.invoice_id = invoices.id
      where ${condition}
    ) as exact_lines
    window invoice as (partition by invoice_id order by id)
  )`
}
