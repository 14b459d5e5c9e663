-- An invoice gets its number while its transaction commits, so the counter of its year is the last lock of all. While
-- holding it, a transaction waits only for the disk. The year is the seller's.
alter table invoices alter column invoice_number drop not null;
comment on column invoices.invoice_number is 'Null only in the transaction that writes the invoice, until it commits.';

create function number_invoice() returns trigger language plpgsql as $$
declare
  number text;
begin
  insert into invoice_counters as counter (year, last_number)
  values (extract(year from new.issued_at at time zone (new.seller ->> 'timeZone')), 1)
  on conflict (year) do update set last_number = counter.last_number + 1
  returning year || '-' || lpad(last_number::text, greatest(6, length(last_number::text)), '0') into number;
  update invoices set invoice_number = number where id = new.id;
  return null;
end $$;

create constraint trigger number_invoice after insert on invoices deferrable initially deferred
  for each row when (new.invoice_number is null) execute function number_invoice();
