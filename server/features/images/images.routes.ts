import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/images.ts'
import type { AppContext } from '#server/context.ts'
import { limitsOf } from '#server/http/limits.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { PreparedAnswer } from '#server/http/prepared-answer.ts'
import { readUpload } from '#server/http/read-upload.ts'
import { serve } from '#server/http/serve.ts'
import { cacheAsync } from '#server/async-cache.ts'
import { deleteImage } from './delete-image.ts'
import { findPicture, type PictureChoice } from './find-picture.ts'
import { selectImage } from './images.sql.ts'
import { readPicture } from './read-picture.ts'
import { uploadImage } from './upload-image.ts'

const PICTURES_CACHED = 48
const UPLOAD_LIMITS = {
  fileSize: contract.MAX_IMAGE_BYTES,
  files: 1,
  fields: 4,
  fieldSize: 1_000,
  parts: 5,
  headerPairs: 20,
}

export function imageRoutes(app: FastifyInstance, { db }: AppContext): void {
  const limits = limitsOf(db)
  const answerOf = cacheAsync(
    async (choice: PictureChoice) => {
      const { type, content } = await readPicture(db, choice)
      return PreparedAnswer.ofBytes(type, content)
    },
    { max: PICTURES_CACHED, keyOf: ({ imageId, width }) => `${imageId}/${width}` },
  )
  void app.register(async (images) => {
    await images.register(multipart, { limits: UPLOAD_LIMITS })
    serve(images, contract.uploadImage, ({ caller, request }) => {
      const upload = async () => uploadImage(db, caller.userId, await readUpload(request))
      return caller.isAdmin ? upload() : limits.uploading(caller.userId, upload)
    })
  })
  serve(app, contract.getImage, async ({ params, query }) => answerOf(await findPicture(db, params.name, query.width)))
  serve(app, contract.getImageInfo, ({ params }) => orNotFound('image', selectImage(db, params.name)))
  serve(app, contract.deleteImage, ({ caller, params }) => deleteImage(db, caller, params.name))
}
