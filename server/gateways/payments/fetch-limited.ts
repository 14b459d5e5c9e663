/** More than any answer of a provider: a page of a list has up to 250 payments of some kilobytes each. */
const MAX_ANSWER_BYTES = 8_000_000

/**
 * Fetches an answer without following redirections. Reading more of its body than an answer has fails and ends the
 * connection, because a broken provider or a gateway before it could fill the shop's memory.
 */
export async function fetchLimited(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const reply = await fetch(url, { ...init, redirect: 'error' })
  if (reply.body === null) return reply
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MAX_ANSWER_BYTES) controller.error(new Error('The answer is too large.'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = reply
  return new Response(reply.body.pipeThrough(limit), { status, statusText, headers })
}
