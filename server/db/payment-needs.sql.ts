import { sql } from 'kysely'

/**
 * The reasons to look at a payment, as rows of one text each. A payment is unclear an hour after its time to pay. A
 * refund waits if it could not be sent for a day, such as for a wrong key of the provider, and is slow if the provider
 * has not paid it back for ten days, such as for its balance.
 */
export const paymentNeeds = sql`(
  select 'UNCLEAR' as need
  where payments.state in ('NEW', 'OPEN', 'PROCESSING') and payments.pay_until < shop_now() - interval '1 hour'
  union all
  select 'REFUND_FAILED' where exists (select from refunds where payment_id = payments.id and state = 'FAILED')
  union all
  select 'REFUND_OWED' where exists (select from refunds where payment_id = payments.id and state = 'OWED')
  union all
  select 'REFUND_WAITS' where exists (
    select from refunds
    where payment_id = payments.id and state = 'DUE' and created_at < shop_now() - interval '1 day')
  union all
  select 'REFUND_SLOW' where exists (
    select from refunds
    where payment_id = payments.id and state = 'SENT' and created_at < shop_now() - interval '10 days')
  union all
  select 'DISPUTE' where exists (
    select from disputes where payment_id = payments.id and state in ('INQUIRY', 'OPEN'))
  union all
  select 'DISPUTE_LOST' where exists (
    select from disputes where payment_id = payments.id and state = 'LOST' and ended_at is null)
  union all
  select 'RETURNED' where exists (
    select from refunds where payment_id = payments.id and reason <> 'TICKET' and state in ('DUE', 'SENT')))`
