create index news_search on news using gin (
  folded(title) gin_trgm_ops, folded(summary) gin_trgm_ops, folded(text) gin_trgm_ops);

-- The top sellers count the tickets of 30 days without opening one of them.
create index tickets_sold on tickets (bought_at) include (event_show_id) where state = 'BOUGHT';
drop index tickets_bought_at;
