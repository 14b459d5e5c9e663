import type { News } from '#contract/news.ts'
import type { NewsRow } from './news.sql.ts'

/** Maps a row to an article of the contract. */
export function newsOfRow<Row extends NewsRow>(row: Row): Row & Pick<News, 'event'> {
  const { eventId, eventTitle } = row
  return { ...row, event: eventId === null || eventTitle === null ? null : { id: eventId, title: eventTitle } }
}
