import { type RawBuilder, sql } from 'kysely'
import type { Figures, ShowFigures } from '#contract/figures.ts'
import type { DayRange } from '#domain/accounting/figures-period.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { takenCounts } from '#server/features/shows/taken-counts.sql.ts'
import { pointsOf, salesOf, splitPeriod, sumPoints, sumSales } from './summed-days.sql.ts'

const TOP_ROWS = 10

const sums = sql`
  coalesce(sum(sold), 0) as "ticketsSold", coalesce(sum(refunded), 0) as "ticketsRefunded",
  coalesce(sum(sales), 0) as sales, coalesce(sum(refunds), 0) as refunds,
  coalesce(sum(sales), 0) - coalesce(sum(refunds), 0) as turnover, coalesce(sum(net), 0) as net`

type Found = Pick<Figures, 'days' | 'types' | 'locations' | 'shows' | 'products'>

/**
 * Sums the invoices and the points of a period in every way that the page of figures shows. `most` limits the shows and
 * the products.
 */
export async function selectFigures(tx: Tx, period: DayRange, timeZone: string, most = TOP_ROWS): Promise<Found> {
  const split = await splitPeriod(tx, period, timeZone)
  const { rows } = await sql<{ found: Found }>`
    with cells as materialized ${salesOf(split, timeZone)},
    by_show as materialized (
      select show_id, sum(sold) as sold, sum(refunded) as refunded, sum(sales) as sales, sum(refunds) as refunds,
        sum(net) as net
      from cells group by 1
    ),
    named as (
      select by_show.*, events.type, locations.id as location_id, locations.name as location_name
      from by_show
      left join event_shows as shows on shows.id = show_id
      left join events on events.id = event_id
      left join locations on locations.id = location_id
    )
    select jsonb_build_object(
      'days', (${daysOf({ sales: sql`cells`, points: pointsOf(split, timeZone), period })}),
      'types', (${listed(
        sql`
        select type, ${sums} from named group by 1`,
        sql`type nulls last`,
      )}),
      'locations', (${listed(
        sql`
        select case when location_id is not null then jsonb_build_object('id', location_id, 'name', min(location_name)) end as location,
          ${sums} from named group by location_id`,
        sql`location is null, turnover desc, location ->> 'name'`,
      )}),
      'shows', (${listed(
        sql`
        select ${nameOfShow} as show, top.* from (
          select show_id, ${sums} from by_show where show_id is not null group by 1 order by turnover desc, 1 limit ${most}
        ) as top
        join event_shows as shows on shows.id = show_id
        join events on events.id = event_id
        join locations on locations.id = location_id`,
        sql`turnover desc, show_id`,
      )}),
      'products', (${listed(
        sql`
        select jsonb_build_object('id', product_id, 'name', name) as product, top.* from (
          select product_id, sum(quantity) as quantity, coalesce(sum(sales), 0) - coalesce(sum(refunds), 0) as turnover,
            sum(net) as net, sum(points_spent) as "pointsSpent"
          from cells where product_id is not null group by 1 order by turnover desc, 1 limit ${most}
        ) as top
        join merchandise_products as products on products.id = product_id`,
        sql`turnover desc, product_id`,
      )})
    ) as found`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database summed up nothing.')
  return row.found
}

const nameOfShow = sql`jsonb_build_object('id', shows.id, 'name', shows.name, 'eventTitle', events.title,
  'startTime', to_char(shows.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', locations.time_zone)`

/** Collects the rows of a query as a JSON array. */
const listed = (query: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`select coalesce(jsonb_agg(to_jsonb(listed) order by ${order}), '[]') from (${query}) as listed`

type Days = { sales: RawBuilder<unknown>; points: RawBuilder<unknown>; period?: DayRange }

/** Lists sums by day: of a period all days, else those with an invoice or with points. */
function daysOf({ sales, points, period }: Days): RawBuilder<unknown> {
  const days = period
    ? sql`select day::date from generate_series(${period.from}::date, ${period.to}::date, interval '1 day') as day`
    : sql`select day from sums union select day from points`
  return sql`
    with sums as (select day, ${sums} from ${sales} as cells group by 1),
    points as (select * from ${points} as points)
    select coalesce(jsonb_agg(jsonb_build_object(
      'day', to_char(day, 'YYYY-MM-DD'),
      'ticketsSold', coalesce("ticketsSold", 0), 'ticketsRefunded', coalesce("ticketsRefunded", 0),
      'sales', coalesce(sales, 0), 'refunds', coalesce(refunds, 0), 'turnover', coalesce(turnover, 0), 'net', coalesce(net, 0),
      'pointsIssued', coalesce(issued, 0), 'pointsWithdrawn', coalesce(withdrawn, 0), 'pointsSpent', coalesce(spent, 0)
    ) order by day), '[]')
    from (${days}) as days left join sums using (day) left join points using (day)`
}

/** Names a show and sums its invoice lines and its points by day. Undefined for an unknown show. */
export async function selectShowFigures(
  tx: Tx,
  showId: ShowId,
  timeZone: string,
): Promise<Pick<ShowFigures, 'show' | 'days'> | undefined> {
  const isOfShow = sql`invoices.id in (
    select invoice_id from tickets where event_show_id = ${showId}
    union select refund_invoice_id from tickets where event_show_id = ${showId})`
  const sales = sql`(select * from ${sumSales(isOfShow, timeZone)} as sales where show_id = ${showId})`
  const isEntryOfShow = sql`ticket_id in (select id from tickets where event_show_id = ${showId})`
  const { rows } = await sql<Pick<ShowFigures, 'show' | 'days'>>`
    select ${nameOfShow} as show,
      (${daysOf({ sales, points: sumPoints(isEntryOfShow, timeZone) })}) as days
    from event_shows as shows
    join events on events.id = event_id
    join locations on locations.id = location_id
    where shows.id = ${showId}`.execute(tx)
  return rows[0]
}

type Coming = Omit<Figures['coming'], 'free'> & { capacity: number }

/** Counts the taken places of the shows to come that are not cancelled, and the places on sale of their plans. */
export async function selectComing(tx: Tx): Promise<Coming> {
  const { rows } = await sql<Coming>`
    with coming as (
      select id, seating_plan_id from event_shows where starts_at > ${now} and cancelled_at is null
    ),
    plans as (
      select seating_plan_id, sum(capacity) as capacity
      from sectors join places on places.sector_id = sectors.id
      where is_available and seating_plan_id in (select seating_plan_id from coming) group by 1
    )
    select (select count(*) from coming) as shows, ${takenCounts},
      (select coalesce(sum(capacity), 0) from coming left join plans using (seating_plan_id)) as capacity
    from tickets where event_show_id in (select id from coming)`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database counted nothing.')
  return row
}
