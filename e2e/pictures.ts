/** A PNG of one pixel. */
export const png = {
  name: 'pixel.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** An HTML file named like a PNG. */
export const disguised = { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><p>Hello') }

/** A file with a PNG signature and more than a megabyte. */
export const heavy = { ...png, name: 'heavy.png', buffer: Buffer.concat([png.buffer, Buffer.alloc(1_000_000)]) }
