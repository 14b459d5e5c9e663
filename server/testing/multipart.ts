export const BOUNDARY = 'boundary-of-the-test'

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

export type Part = { name?: string; filename?: string; type?: string; content: Buffer | string }

/** Writes a multipart body by hand, because no client would send some of these. */
export function multipart(parts: readonly Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name = 'file', filename, type = 'image/png', content }) => {
      const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${type}`
      return [
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
        Buffer.from(content as string),
        Buffer.from('\r\n'),
      ]
    }),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}
