import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/images.ts'
import { IMAGE_LIMITS } from '#domain/image-limits.ts'
import type { AppContext } from '#server/context.ts'
import { clientNetworkOf } from '#server/http/client-network.ts'
import { limitsOf } from '#server/http/limits/attempt-limits.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { PreparedAnswer } from '#server/http/answers/prepared-answer.ts'
import { readUpload } from '#server/http/read-upload.ts'
import { serve } from '#server/http/serve.ts'
import { cacheAsync } from '#server/concurrency/async-cache.ts'
import { deleteImage } from './delete-image.ts'
import { findPicture } from './find-picture.ts'
import { selectImage } from './images.sql.ts'
import { type PictureRequest, pictureReader } from './read-picture.ts'
import { cleanUpload, storeImage } from './upload-image.ts'

/** Pictures are cached up to this sum of their bytes. */
const MAX_CACHED_BYTES = 64_000_000
const UPLOAD_LIMITS = {
  fileSize: IMAGE_LIMITS.file,
  files: 1,
  fields: 4,
  fieldSize: 1_000,
  parts: 5,
  headerPairs: 20,
}

export function imageRoutes(app: FastifyInstance, { db, pictures }: AppContext): void {
  const limits = limitsOf(db)
  const readPicture = pictureReader(db, pictures)
  const answerOf = cacheAsync(
    async (wanted: PictureRequest & { name: string }) => {
      const { type, content } = await readPicture(wanted)
      return PreparedAnswer.ofFile(type, wanted.name.replace('.png', type.replace('image/', '.')), content)
    },
    {
      ...{ max: MAX_CACHED_BYTES, keyOf: ({ imageId, width }) => `${imageId}/${width}` },
      sizeOf: ({ size }) => size,
      // Each network waits in its own lane: that of another one may be served much later.
      loadKeyOf: ({ imageId, width, lane }) => `${imageId}/${width}/${lane}`,
      // The request that makes the picture takes another turn of the network afterwards.
      awaitShared: ({ outsideTurn }, picture) => outsideTurn(() => picture),
    },
  )
  void app.register(async (images) => {
    await images.register(multipart, { limits: UPLOAD_LIMITS })
    serve(images, contract.uploadImage, async ({ caller, request, outsideTurn }) => {
      const upload = async (count?: (bytes: number) => Promise<void>) => {
        const lane = { owner: caller.isAdmin ? 'shop' : 'customer', network: clientNetworkOf(request.ip) } as const
        const picture = await outsideTurn(async () => cleanUpload(pictures, lane, await readUpload(request)))
        await count?.(picture.content.length)
        return storeImage(db, caller.userId, picture)
      }
      return caller.isAdmin ? upload() : limits.uploading(request, caller.userId, upload)
    })
  })
  serve(app, contract.getImage, async ({ params, query, request, outsideTurn }) => {
    const choice = await findPicture(db, params.name, query.width)
    const lane = clientNetworkOf(request.ip)
    return answerOf({ ...choice, name: params.name, lane, outsideTurn })
  })
  serve(app, contract.getImageInfo, ({ params }) => orNotFound('image', selectImage(db, params.name)))
  serve(app, contract.deleteImage, ({ caller, params }) => deleteImage(db, caller, params.name))
}
