import type { Writable } from 'node:stream'

/** A message between the server and its picture process. */
export type Frame<Head> = { head: Head; content: Buffer }

export type PictureOrder = { make: 'png' } | { make: 'webp'; width: number }

/** The order to the picture process, which ends itself when the picture takes more processor time. */
export type LimitedOrder = PictureOrder & { cpuLimitMs: number }

/** The answer of the picture process; `content` is empty unless the picture is done. */
export type PictureAnswer =
  | { outcome: 'done'; width: number; height: number }
  | { outcome: 'not decodable' }
  | { outcome: 'too large' }

// The lengths of head and content.
const PREFIX_BYTES = 8

export function writeFrame(stream: Writable, { head, content }: Frame<unknown>): void {
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32BE(json.length, 0)
  prefix.writeUInt32BE(content.length, 4)
  stream.write(Buffer.concat([prefix, json, content]))
}

/** Returns a function that takes the chunks of a stream. Throws on a frame of more than `maxBytes`. */
export function frameReader<Head>(maxBytes: number, onFrame: (frame: Frame<Head>) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let available = 0
  let needed = PREFIX_BYTES
  return (chunk) => {
    chunks.push(chunk)
    available += chunk.length
    while (available >= needed) {
      const bytes = Buffer.concat(chunks)
      const headEnd = PREFIX_BYTES + bytes.readUInt32BE(0)
      needed = headEnd + bytes.readUInt32BE(4)
      if (needed > maxBytes) throw new Error('A frame is too long.')
      const isComplete = available >= needed
      const rest = isComplete ? bytes.subarray(needed) : bytes
      if (isComplete) {
        onFrame({
          head: JSON.parse(bytes.toString('utf8', PREFIX_BYTES, headEnd)) as Head,
          content: bytes.subarray(headEnd, needed),
        })
        needed = PREFIX_BYTES
      }
      chunks = [rest]
      available = rest.length
    }
  }
}
