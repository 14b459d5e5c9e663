// Compares the books with what the buyers were told.

/** Counts what must never be: orders lost or doubled, gaps in the numbers of invoices, violations of the audit. */
export async function checkBooks(ask, orders) {
  const rows = await ask(
    `select id, invoice_id as "invoiceId" from tickets where state = 'BOUGHT' and id = any ($1::int[])`,
    [orders.flatMap(({ ticketIds }) => ticketIds)],
  )
  const invoiceOf = new Map(rows.map(({ id, invoiceId }) => [Number(id), Number(invoiceId)]))
  const isLost = ({ ticketIds, invoiceId }) => ticketIds.some((id) => invoiceOf.get(id) !== invoiceId)
  const byKey = Map.groupBy(orders, ({ key }) => key)
  const [{ sold }] = await ask(`
    select count(*)::int as sold from (
      select from tickets where state = 'BOUGHT' and place_type = 'SITTING'
      group by event_show_id, place_id having count(*) > 1) twice`)
  const [{ gaps }] = await ask(`
    select coalesce(sum(last - numbers), 0)::int as gaps from (
      select count(distinct invoice_number) as numbers, max(split_part(invoice_number, '-', 2)::int) as last
      from invoices group by split_part(invoice_number, '-', 1)) years`)
  const [{ violations }] = await ask('select count(*)::int as violations from audit_violations')
  return {
    orders: byKey.size,
    lost: orders.filter(isLost).length,
    double: sold + [...byKey.values()].filter((all) => new Set(all.map(({ invoiceId }) => invoiceId)).size > 1).length,
    gaps,
    violations,
  }
}

/** Chooses the show to come with the most free seats. */
export async function chooseShow(ask) {
  const [show] = await ask(`
    select event_shows.id, array_agg(places.id) as seats from event_shows
    join sectors using (seating_plan_id)
    join places on places.sector_id = sectors.id
    where starts_at > now() + interval '3 days' and place_type = 'SITTING' and is_available and not exists (
      select from tickets
      where tickets.place_id = places.id and event_show_id = event_shows.id and state <> 'REFUNDED')
    group by event_shows.id order by count(*) desc limit 1`)
  return show
}
