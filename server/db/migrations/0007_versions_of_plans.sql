-- Names a plan as it is, beyond this database: what browsers keep under it stays true for ever. Who changes a plan by
-- hand gives it another (update seating_plans set version = default where id = …) and starts the servers anew.
alter table seating_plans add column version uuid not null default gen_random_uuid();
