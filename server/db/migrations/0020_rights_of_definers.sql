-- The application may neither number invoices nor change them, so the trigger has the rights of the owner. Nobody else
-- may attach it to a table of their own.
alter function number_invoice() security definer set search_path = public, pg_temp;
revoke all on function number_invoice() from public;
-- As before, but by the real time: a session may shift the clock of the shop past the years that invoices are kept.
create or replace function anonymise_invoices(keep_years integer, time_zone text, batch integer) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed integer;
begin
  if keep_years < 7 then
    raise exception 'Invoices are kept for at least seven years.';
  end if;
  with old as (
    select id from public.invoices
    where issued_at < (date_trunc('year', statement_timestamp() at time zone time_zone) - make_interval(years => keep_years)) at time zone time_zone
      and (customer_first_name <> '' or customer_last_name <> '' or customer_address <> '')
    order by id limit batch
  )
  update public.invoices set customer_first_name = '', customer_last_name = '', customer_address = ''
  from old where invoices.id = old.id;
  get diagnostics changed = row_count;
  return changed;
end $$;
