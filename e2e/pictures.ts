/** A picture of one pixel. */
export const png = {
  name: 'pixel.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Calls itself a PNG, and is none. */
export const disguised = { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><p>Hello') }

/** A PNG by its first bytes, and more than a megabyte. */
export const heavy = { ...png, name: 'heavy.png', buffer: Buffer.concat([png.buffer, Buffer.alloc(1_000_000)]) }
