import { sql } from 'kysely'

/**
 * Lists the names of the gates that serve the sector of a ticket, in order: those for its sector, and those without any
 * sector of the show's plan. Takes the tables of shows and sectors. Empty at locations without gates.
 */
export const servingGates = sql<string[]>`array(
  select gates.name from gates
  where gates.location_id = event_shows.location_id
    and (
      exists (select from gate_sectors where gate_id = gates.id and sector_id = sectors.id)
      or not exists (
        select from gate_sectors join sectors as of_plan on of_plan.id = sector_id
        where gate_id = gates.id and of_plan.seating_plan_id = event_shows.seating_plan_id))
  order by gates.name, gates.id)`
