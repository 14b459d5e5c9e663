-- Jobs of transactions that are in a hurry, until a server hands them to the job queue in bulk. Adding a job notifies
-- the workers, and PostgreSQL lets only one transaction of a database that notifies commit at a time.
create table outbox (
  id bigint generated always as identity primary key,
  task text not null,
  payload json not null,
  -- A waiting job with the same key is extended.
  job_key text,
  run_at timestamptz not null default now()
);
