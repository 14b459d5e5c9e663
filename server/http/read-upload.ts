import type { FastifyRequest } from 'fastify'
import { problem } from '#domain/problem.ts'

/** Reads the field `file` of a multipart request. Requires the multipart plugin with its limits. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw problem('unsupported_media_type')
  try {
    const upload = await request.file()
    if (upload?.fieldname === 'file') return await upload.toBuffer()
    upload?.file.resume()
  } catch (error) {
    // The plugin's own refusals have a code; a truncated body has none.
    if (error instanceof Error && 'code' in error) throw error
    throw problem('malformed', { reason: 'The upload is incomplete.' })
  }
  throw problem('malformed', { reason: 'The upload has no field `file` with a file in it.' })
}
