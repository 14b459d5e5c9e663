-- contract: 0047 has a narrower constraint. Servers of the version before never write what is new.
alter table event_shows add column live_codes boolean not null default false;
comment on column event_shows.live_codes is
  'Codes of its tickets change every 15 seconds, on the page of the ticket alone. Scanners refuse pictures and paper.';

alter table scans
  drop constraint scans_reason_check,
  add constraint scans_reason_check check (
    reason in ('NOT_VALID', 'OTHER_SHOW', 'OTHER_DAY', 'SHOW_CANCELLED', 'REFUNDED', 'OLD_CODE', 'NOT_LIVE', 'DISPUTED',
      'WRONG_GATE', 'TOO_EARLY', 'ALREADY_IN', 'NOT_IN')) not valid;
