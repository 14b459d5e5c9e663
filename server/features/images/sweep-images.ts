import type { Db } from '#server/db/connection.ts'
import { deleteAbandonedImages } from './images.sql.ts'

/** Deletes images that have been unused for a day. */
export async function sweepImages(db: Db): Promise<void> {
  await deleteAbandonedImages(db)
}
