import type { Db } from '#server/db/connection.ts'
import { deleteAbandonedImages } from './images.sql.ts'

/** Clears away images that were uploaded a day ago for something that was never made, or that nothing shows any more. */
export async function sweepImages(db: Db): Promise<void> {
  await deleteAbandonedImages(db)
}
