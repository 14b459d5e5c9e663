import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/** Lets jobs run now that wait for another try, or for the end of the hour. */
export async function runWaitingJobs(owner: Db): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`.execute(
    owner,
  )
}

/**
 * Adds the jobs that look for unfinished payments and missed events, unless they wait already: after a long run, each
 * reads thousands of events, and the looks at payments would wait behind them.
 */
export async function addPaymentSweeps(owner: Db): Promise<void> {
  await sql`select from graphile_worker.add_job('sweep-payments', job_key => 'sweep-payments')`.execute(owner)
  await sql`select from graphile_worker.add_job('fetch-missed-events', job_key => 'fetch-missed-events')`.execute(owner)
}

/** Counts the payments, refunds and events that have not ended. */
export async function selectUnsettled(db: Db): Promise<{ what: string; count: number }[]> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'payments' as what, count(*) from payments where state in ('NEW', 'OPEN', 'PROCESSING')
    union all select 'refunds', count(*) from refunds where state in ('DUE', 'SENT')
    union all select 'events', count(*) from provider_events where done_at is null`.execute(db)
  return rows
}

type Books = { key: string; sold: number; refunded: number }

/** Sums the invoices of each payment, in cents. */
export async function selectPaymentBooks(db: Db): Promise<Books[]> {
  const { rows } = await sql<Books>`
    select key, coalesce(sum(invoices.total) filter (where invoice_type = 'NORMAL'), 0) as sold,
      coalesce(sum(invoices.total) filter (where invoice_type = 'CANCEL'), 0) as refunded
    from payments
    join pending_orders on pending_orders.id = pending_order_id
    left join invoices on invoices.id = invoice_id or cancels_invoice_id = invoice_id
    group by key`.execute(db)
  return rows
}
