create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- The one clock of the shop. A test, or an operator who rehearses a day, shifts it with
-- `alter database … set foyer.clock_shift = '2 hours'`.
create function shop_now() returns timestamptz language sql stable parallel safe as $$
  select statement_timestamp() + coalesce(nullif(current_setting('foyer.clock_shift', true), ''), '0')::interval
$$;

-- Normalises text for filters: no case, no accents.
create function folded(value text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent', value))
$$;

create table settings (
  name text primary key,
  value text not null
);
comment on table settings is 'What the shop makes once and keeps: the token key.';

-- People ----------------------------------------------------------------------------------------------------------

create table users (
  id integer generated always as identity primary key,
  first_name text not null check (char_length(first_name) <= 255),
  last_name text not null check (char_length(last_name) <= 255),
  email text not null check (char_length(email) <= 255),
  password_hash text not null,
  address text not null default '' check (char_length(address) <= 255),
  is_admin boolean not null default false,
  is_locked boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default shop_now()
);
comment on column users.deleted_at is 'A deleted account keeps its row for the books; name, email, address and password are emptied.';
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_email_search on users using gin (folded(email) gin_trgm_ops);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default shop_now()
);
create index sessions_user on sessions (user_id);

create table password_resets (
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  request_hash bytea
);
comment on column password_resets.request_hash is 'Fingerprint of the request that used the token: the same one repeated within two minutes is answered again.';
create index password_resets_user on password_resets (user_id);

-- Pictures --------------------------------------------------------------------------------------------------------

create table images (
  id integer generated always as identity primary key,
  name text not null unique,
  content bytea not null,
  width integer not null,
  height integer not null,
  uploaded_by integer references users (id) on delete set null,
  created_at timestamptz not null default shop_now()
);

create table image_variants (
  image_id integer not null references images (id) on delete cascade,
  width integer not null,
  format text not null check (format in ('webp', 'avif')),
  content bytea not null,
  primary key (image_id, width, format)
);

-- Houses ----------------------------------------------------------------------------------------------------------

create table locations (
  id integer generated always as identity primary key,
  name text not null,
  address text not null,
  city text not null,
  postal_code text not null,
  country text not null,
  time_zone text not null default 'Europe/Vienna'
);
create index locations_search on locations using gin (folded(name) gin_trgm_ops, folded(city) gin_trgm_ops);

create table seating_plans (
  id integer generated always as identity primary key,
  name text not null,
  focal_x real not null default 50,
  focal_y real not null default 0,
  aspect real not null default 1
);
comment on column seating_plans.focal_x is 'Where the audience looks (stage, screen, pitch), in percent of the plan.';
comment on column seating_plans.aspect is 'Width of the plan divided by its height: percent coordinates say nothing of its shape.';

create table sectors (
  id integer generated always as identity primary key,
  seating_plan_id integer not null references seating_plans (id) on delete cascade,
  name text not null,
  x real not null,
  y real not null,
  width real not null,
  height real not null,
  outline real[],
  is_available boolean not null default true,
  price_percent integer not null default 100 check (price_percent between 0 and 1000)
);
comment on column sectors.outline is 'Corner points x, y, x, y, … in percent of the sector box; null draws the box itself.';
create index sectors_plan on sectors (seating_plan_id);

create table places (
  id integer generated always as identity primary key,
  sector_id integer not null references sectors (id) on delete cascade,
  place_type text not null check (place_type in ('SITTING', 'STANDING')),
  row_name text not null default '',
  seat_number integer not null default 0,
  x real not null,
  y real not null,
  width real not null,
  height real not null,
  capacity integer not null default 1 check (capacity > 0),
  check (place_type = 'STANDING' or capacity = 1)
);
create index places_sector on places (sector_id);

-- The programme ---------------------------------------------------------------------------------------------------

create table artists (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  stage_name text not null default ''
);
create index artists_search on artists using gin (folded(first_name) gin_trgm_ops, folded(last_name) gin_trgm_ops, folded(stage_name) gin_trgm_ops);

create table events (
  id integer generated always as identity primary key,
  title text not null check (char_length(title) <= 255),
  type text not null check (type in ('MOVIE', 'THEATRE', 'OPERA', 'CONCERT', 'COMEDY', 'SPORTS')),
  description text not null check (char_length(description) <= 255),
  image_id integer references images (id),
  starts_at timestamptz,
  ends_at timestamptz,
  check ((starts_at is null) = (ends_at is null))
);
comment on column events.starts_at is 'Start of its first show; ends_at the end of its last. Kept by whoever writes event_shows.';
create index events_type on events (type, id);
create index events_image on events (image_id);
create index events_search on events using gin (folded(title) gin_trgm_ops, folded(description) gin_trgm_ops);

create table event_shows (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) <= 255),
  event_id integer not null references events (id),
  artist_id integer not null references artists (id),
  location_id integer not null references locations (id),
  seating_plan_id integer not null references seating_plans (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price integer not null check (price >= 0),
  vat_percent integer not null check (vat_percent between 0 and 100),
  check (ends_at > starts_at)
);
create index event_shows_start on event_shows (starts_at, id);
create index event_shows_event on event_shows (event_id, starts_at, id);
create index event_shows_location on event_shows (location_id, starts_at, id);
create index event_shows_artist on event_shows (artist_id, starts_at, id);
create index event_shows_plan on event_shows (seating_plan_id);
create index event_shows_search on event_shows using gin (folded(name) gin_trgm_ops);

create table news (
  id integer generated always as identity primary key,
  title text not null check (char_length(title) <= 255),
  summary text not null check (char_length(summary) <= 255),
  text text not null check (char_length(text) <= 10000),
  published_at timestamptz not null default shop_now(),
  event_id integer references events (id),
  image_id integer references images (id)
);
create index news_published on news (published_at desc, id desc);
create index news_event on news (event_id);
create index news_image on news (image_id);

create table news_reads (
  user_id integer not null references users (id) on delete cascade,
  news_id integer not null references news (id) on delete cascade,
  primary key (user_id, news_id)
);

-- Invoices: immutable, numbered per year without gaps ----------------------------------------------------------------

create table invoice_counters (
  year integer primary key,
  last_number integer not null check (last_number >= 0)
);

create table invoices (
  id integer generated always as identity primary key,
  invoice_number text not null unique,
  invoice_type text not null check (invoice_type in ('NORMAL', 'CANCEL')),
  user_id integer not null references users (id),
  issued_at timestamptz not null,
  delivery_at timestamptz not null,
  payment_type text check (payment_type in ('VISA', 'DEBITCARD', 'PAYPAL')),
  customer_first_name text not null,
  customer_last_name text not null,
  customer_address text not null,
  seller jsonb not null,
  total integer not null check (total >= 0),
  cancels_invoice_id integer references invoices (id),
  check ((invoice_type = 'CANCEL') = (cancels_invoice_id is not null))
);
create index invoices_user on invoices (user_id, issued_at desc, id desc);
create index invoices_cancels on invoices (cancels_invoice_id);

create table invoice_items (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices (id),
  name text not null,
  quantity integer not null check (quantity > 0),
  price integer not null check (price >= 0),
  vat_percent integer not null,
  use_points boolean not null default false,
  points integer not null check (points >= 0),
  ticket_id integer,
  merchandise_product_id integer
);
comment on column invoice_items.price is 'Of one piece, VAT included, in cents; 0 when paid with points.';
comment on column invoice_items.points is 'Of one piece: what it cost when use_points, else what it earns.';
create index invoice_items_invoice on invoice_items (invoice_id);
create index invoice_items_ticket on invoice_items (ticket_id);

create table orders (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  invoice_id integer not null unique references invoices (id),
  created_at timestamptz not null,
  total integer not null check (total >= 0),
  payment_type text,
  items_fingerprint text not null,
  check ((total > 0) = (payment_type is not null))
);
comment on column orders.items_fingerprint is 'The ids the customer asked for, in order: the same order again is answered, not placed.';
create unique index orders_items on orders (user_id, items_fingerprint);

-- Tickets -----------------------------------------------------------------------------------------------------------

create table tickets (
  id integer generated always as identity primary key,
  event_show_id integer not null references event_shows (id),
  place_id integer not null references places (id),
  place_type text not null check (place_type in ('SITTING', 'STANDING')),
  user_id integer not null references users (id),
  state text not null check (state in ('RESERVED', 'BOUGHT', 'REFUNDED')),
  price integer not null check (price >= 0),
  reserved_at timestamptz not null,
  reserved_until timestamptz not null,
  bought_at timestamptz,
  invoice_id integer references invoices (id),
  refund_invoice_id integer references invoices (id),
  check ((state = 'RESERVED') = (invoice_id is null)),
  check ((state = 'RESERVED') = (bought_at is null)),
  check ((state = 'REFUNDED') = (refund_invoice_id is not null))
);
comment on column tickets.place_type is 'Repeats places.place_type: the index that keeps a seat for one holder needs it in the row.';
create unique index tickets_one_holder on tickets (event_show_id, place_id)
  where place_type = 'SITTING' and state in ('RESERVED', 'BOUGHT');
create index tickets_show on tickets (event_show_id, place_id) include (state, reserved_until);
create index tickets_user on tickets (user_id, state, event_show_id);
create index tickets_bought_at on tickets (bought_at) where state = 'BOUGHT';
create index tickets_run_out on tickets (reserved_until) where state = 'RESERVED';
create index tickets_invoice on tickets (invoice_id);
create index tickets_refund_invoice on tickets (refund_invoice_id);

create table standing_occupancies (
  event_show_id integer not null references event_shows (id),
  place_id integer not null references places (id),
  capacity integer not null,
  occupied integer not null check (occupied >= 0),
  primary key (event_show_id, place_id),
  constraint standing_capacity_kept check (occupied <= capacity)
);
comment on table standing_occupancies is
  'Live tickets of a standing place, counted where they can be locked. Lock it before tickets, in place order.';

-- Merchandise, cart, points -----------------------------------------------------------------------------------------

create table merchandise_products (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) <= 255),
  description text not null check (char_length(description) <= 255),
  price integer not null check (price >= 0),
  points integer not null check (points >= 0),
  stock integer not null constraint stock_never_negative check (stock >= 0),
  items_per_customer integer not null check (items_per_customer > 0),
  vat_percent integer not null check (vat_percent between 0 and 100),
  image_id integer references images (id),
  state text not null default 'ON_SALE' check (state in ('PENDING', 'ON_SALE', 'OFF_SALE')),
  created_by integer references users (id) on delete set null,
  created_at timestamptz not null default shop_now()
);
comment on column merchandise_products.points is 'What one piece costs in points; 0: it cannot be bought with points.';
create index merchandise_products_search on merchandise_products using gin (folded(name) gin_trgm_ops);
create index merchandise_products_image on merchandise_products (image_id);
create index merchandise_products_author on merchandise_products (created_by, created_at);

create table merchandise_purchases (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  merchandise_product_id integer not null references merchandise_products (id),
  quantity integer not null check (quantity > 0),
  use_points boolean not null,
  unique (user_id, merchandise_product_id, use_points)
);
comment on table merchandise_purchases is 'Cart lines. Bought ones are gone from here and stand on the invoice.';

create table merchandise_sales (
  user_id integer not null references users (id),
  merchandise_product_id integer not null references merchandise_products (id),
  quantity integer not null check (quantity > 0),
  primary key (user_id, merchandise_product_id)
);
comment on table merchandise_sales is 'How many pieces of a product a customer ever bought: what items_per_customer limits.';

create table points_entries (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  points integer not null check (points <> 0),
  counts_from timestamptz not null,
  invoice_id integer references invoices (id),
  ticket_id integer references tickets (id),
  reason text not null check (reason in ('MERCHANDISE', 'TICKET', 'TICKET_REFUND', 'REDEEMED', 'GIFT')),
  created_at timestamptz not null default shop_now()
);
comment on table points_entries is 'An append-only ledger: the balance is the sum of what counts by now.';
create index points_entries_user on points_entries (user_id, counts_from) include (points);
create index points_entries_invoice on points_entries (invoice_id);
create unique index points_entries_ticket on points_entries (ticket_id, reason) where ticket_id is not null;

-- Answers given once ------------------------------------------------------------------------------------------------

create table idempotency_keys (
  user_id integer not null references users (id) on delete cascade,
  key text not null check (char_length(key) <= 255),
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null default shop_now(),
  primary key (user_id, key)
);
comment on table idempotency_keys is 'Inserted first in its transaction: a retry waits here until the doubt is settled.';
