import type { z } from 'zod/mini'
import type { newNews } from '#contract/news.ts'
import type { EventId, ImageId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from '#server/db/connection.ts'
import { keepEvent } from '#server/features/events/events.sql.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import type { NewsFields } from './news.sql.ts'

/**
 * Keeps the event and the image of an article from being deleted until the transaction ends, and returns its fields as
 * they are stored. Throws `not_found` for an unknown one.
 */
export async function keepPartsOfNews(tx: Tx, wanted: z.output<typeof newNews>): Promise<NewsFields> {
  const eventId = wanted.eventId === 0 ? null : (wanted.eventId as EventId)
  const imageId = wanted.imageId === 0 ? null : (wanted.imageId as ImageId)
  if (eventId && !(await keepEvent(tx, eventId))) throw problem('not_found', { what: 'event' })
  if (imageId && !(await lockImage(tx, imageId))) throw problem('not_found', { what: 'image' })
  const { title, summary, text } = wanted
  return { title, summary, text, eventId, imageId }
}
