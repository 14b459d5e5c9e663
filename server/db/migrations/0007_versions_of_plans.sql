-- Browsers cache a plan under its version. After a manual change, assign a new version
-- (update seating_plans set version = default where id = …) and restart the servers.
alter table seating_plans add column version uuid not null default gen_random_uuid();
