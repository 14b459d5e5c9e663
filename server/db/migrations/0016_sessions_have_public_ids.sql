-- contract: 0014. Its default fills the column for sessions that servers of an earlier version create.
alter table sessions alter column public_id set not null;
