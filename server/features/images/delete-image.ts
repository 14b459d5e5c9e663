import { problem } from '#domain/problem.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { deleteUnusedImage, selectImage } from './images.sql.ts'

/**
 * Deletes an unused image. Administrators may delete any, uploaders their own. Deleting a deleted image succeeds.
 */
export async function deleteImage(db: Db, caller: { userId: UserId; isAdmin: boolean }, name: string): Promise<void> {
  const outcome = await deleteUnusedImage(db, name, caller.isAdmin ? 'anybody' : caller.userId)
  if (outcome === 'in use') throw problem('image_in_use')
  if (outcome === 'missing' && (await selectImage(db, name))) throw problem('not_found', { what: 'image' })
}
