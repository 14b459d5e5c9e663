alter table event_shows add column admissions_from timestamptz;
comment on column event_shows.admissions_from is 'Scans before it count for nothing, because the show was postponed. Null: all count.';

create or replace view audit_of_entry as
select 'each admission comes from a scan that admitted its ticket' as rule, format('ticket %s, number %s', a.ticket_id, a.number) as detail
from admissions a join scans s on s.id = a.scan_id
where s.ticket_id is distinct from a.ticket_id or s.verdict <> 'ADMITTED' or s.scanned_at <> a.admitted_at

union all
select 'each scan that admitted is one admission', format('scan %s', s.id)
from scans s join event_shows e on e.id = s.event_show_id left join admissions a on a.scan_id = s.id
where s.verdict = 'ADMITTED' and s.scanned_at >= coalesce(e.admissions_from, '-infinity')
group by s.id having count(a.ticket_id) <> 1

union all
select 'admissions of a ticket are numbered by time', format('ticket %s, number %s', ticket_id, number)
from (
  select ticket_id, number, row_number() over (partition by ticket_id order by admitted_at, number) as place from admissions
) a
where number <> place

union all
select 'one person is inside with a ticket, others are doubles', format('ticket %s', ticket_id)
from admissions where not is_double and left_at is null
group by ticket_id having count(*) > 1

union all
select 'a ticket is admitted at its show', format('scan %s', s.id)
from scans s join tickets t on t.id = s.ticket_id
where s.verdict <> 'REFUSED' and t.event_show_id <> s.event_show_id

union all
select 'a phone scans for its shows', format('scan %s', s.id)
from scans s join entry_devices d on d.id = s.device_id
where not s.event_show_id = any(d.show_ids);
