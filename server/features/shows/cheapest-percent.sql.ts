import { sql } from 'kysely'

/** The price of the cheapest open sector of a seating plan, in percent of the show's price. Takes the plan's column. */
export function cheapestPercentOf(plan: string) {
  return sql<number>`coalesce(
    (select min(price_percent) from sectors where sectors.seating_plan_id = ${sql.ref(plan)} and is_available), 100)`
}
