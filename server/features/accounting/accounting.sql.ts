import { sql } from 'kysely'
import type { DayRange } from '#domain/accounting/figures-period.ts'
import type { Posting } from '#domain/accounting/datev.ts'
import type { Db } from '#server/db/connection.ts'
import { isWithin } from '#server/db/shop-days.sql.ts'

/** Lists the VAT rates of the money on the invoices of a period. */
export async function selectVatRates(db: Db, period: DayRange, timeZone: string): Promise<number[]> {
  const { rows } = await sql<{ vatPercent: number }>`
    select distinct vat_percent as "vatPercent" from invoices join invoice_items on invoice_id = invoices.id
    where ${isWithin('issued_at', period, timeZone)} and price > 0 and not use_points order by 1`.execute(db)
  return rows.map(({ vatPercent }) => vatPercent)
}

/** Finds the amounts of the invoices of a period by VAT rate, in the order of their numbers. */
export function findPostings(period: DayRange, timeZone: string) {
  return sql<Posting>`
    select invoice_number as "invoiceNumber", vat_percent as "vatPercent",
      to_char(issued_at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day,
      trim(customer_last_name || ' ' || customer_first_name) as text,
      sum(price::bigint * quantity) * case invoice_type when 'CANCEL' then -1 else 1 end as cents
    from invoices join invoice_items on invoice_id = invoices.id
    where ${isWithin('issued_at', period, timeZone)} and price > 0 and not use_points
    group by invoices.id, vat_percent
    order by invoices.id, vat_percent`
}
