import type { FastifyRequest } from 'fastify'
import { type Problem, problem } from '#domain/problem.ts'

/**
 * Reads the field `file` of a multipart request. Requires the multipart plugin with its limits. Throws `tooLarge` for a
 * larger file than they allow. Drops the rest of a refused body: the plugin would look for parts in it to its end, and
 * fifty megabytes of empty parts took 18 seconds.
 */
export async function readUpload(request: FastifyRequest, tooLarge?: Problem): Promise<Buffer> {
  if (!request.isMultipart()) throw problem('unsupported_media_type')
  try {
    const upload = await request.file()
    if (upload?.fieldname === 'file') return await upload.toBuffer()
  } catch (error) {
    // The plugin's own refusals have a code; a truncated body has none.
    if (error instanceof Error && 'code' in error) {
      throw error.code === 'FST_REQ_FILE_TOO_LARGE' && tooLarge ? tooLarge : error
    }
    throw problem('malformed', { reason: 'The upload is incomplete.' })
  } finally {
    request.raw.unpipe()
    request.raw.resume()
  }
  throw problem('malformed', { reason: 'The upload has no field `file` with a file in it.' })
}
