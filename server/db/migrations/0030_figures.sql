-- Figures read the books by time. Rows of append-only tables lie in this order on the disk, so an index of block ranges
-- finds them at next to no cost for sales.
create index invoices_issued on invoices using brin (issued_at) with (pages_per_range = 16);
create index points_entries_created on points_entries using brin (created_at) with (pages_per_range = 16);
