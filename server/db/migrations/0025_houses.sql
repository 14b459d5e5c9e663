alter table seating_plans
  add column location_id integer references locations (id),
  add column retired_at timestamptz,
  add column edit_version integer not null default 1;
create index seating_plans_location on seating_plans (location_id);
comment on column seating_plans.location_id is
  'The house that the plan draws. Null for old plans whose shows are at several locations, or at none.';
comment on column seating_plans.retired_at is 'Since then the plan is not offered for new shows. Null for plans in use.';
comment on column seating_plans.edit_version is
  'The version of name, location and retirement, for edits. The places never change; their version is for caches.';

-- few rows: one for each drawing of a house
update seating_plans
set location_id = used.location_id
from (
  select seating_plan_id, min(location_id) as location_id
  from event_shows
  group by seating_plan_id
  having count(distinct location_id) = 1
) as used
where used.seating_plan_id = seating_plans.id;
