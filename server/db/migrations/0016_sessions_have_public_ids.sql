alter table sessions alter column public_id set not null;
