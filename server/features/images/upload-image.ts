import { randomBytes } from 'node:crypto'
import type { Image } from '#contract/images.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { insertImage } from './images.sql.ts'
import { cleanPng } from './png.ts'

/** Stores an uploaded PNG under a random name. */
export async function uploadImage(db: Db, uploadedBy: UserId, content: Buffer): Promise<Image> {
  const picture = await cleanPng(content)
  return insertImage(db, { ...picture, name: `${randomBytes(16).toString('hex')}.png`, uploadedBy })
}
