-- The only way to change an invoice after its transaction. Belongs to the owner of the tables, so that the shop needs
-- no right to update invoices, and refuses invoices that the law may still ask for.
create function anonymise_invoices(keep_years integer, time_zone text, batch integer) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed integer;
begin
  if keep_years < 7 then
    raise exception 'Invoices are kept for at least seven years.';
  end if;
  with old as (
    select id from public.invoices
    where issued_at < (date_trunc('year', public.shop_now() at time zone time_zone) - make_interval(years => keep_years)) at time zone time_zone
      and (customer_first_name <> '' or customer_last_name <> '' or customer_address <> '')
    order by id limit batch
  )
  update public.invoices set customer_first_name = '', customer_last_name = '', customer_address = ''
  from old where invoices.id = old.id;
  get diagnostics changed = row_count;
  return changed;
end $$;
