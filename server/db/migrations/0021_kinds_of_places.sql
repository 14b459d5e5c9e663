-- Wheelchair places, companion seats and seats with a restricted view. Most seats are of no special kind. The version
-- before neither reads nor writes the column.
alter table places add column kind text check (kind in ('WHEELCHAIR', 'COMPANION', 'RESTRICTED_VIEW'));
alter table places add check (kind is null or place_type = 'SITTING');
