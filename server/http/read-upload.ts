import type { FastifyRequest } from 'fastify'
import { problem } from '#domain/problem.ts'

/** The file of a multipart request in the field `file`, where multipart is registered with its limits. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw problem('unsupported_media_type')
  try {
    const upload = await request.file()
    if (upload?.fieldname === 'file') return await upload.toBuffer()
    upload?.file.resume()
  } catch (error) {
    // What multipart itself refuses has a code; a body that ends too early has none.
    if (error instanceof Error && 'code' in error) throw error
    throw problem('malformed', { reason: 'The upload is incomplete.' })
  }
  throw problem('malformed', { reason: 'The upload has no field `file` with a file in it.' })
}
