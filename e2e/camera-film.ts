import { writeFile } from 'node:fs/promises'
import { encodeQR } from 'qr'

const WIDTH = 640
const HEIGHT = 480
const PICTURES_A_SECOND = 10
/** The pictures of each code, and the empty ones after it. Longer than a scanner ignores the code before. */
const SHOWN = 8
const EMPTY = 6
/** The size of a module of the code in pixels, and its tilt in radians. */
const MODULE = 8
const TILT = 0.15
const [DARK, LIGHT, WALL] = [40, 215, 90]

/** Writes a film that Chromium plays, over and over, as its camera: each code for a moment, with pauses between. */
export async function writeFilm(path: string, texts: readonly string[]): Promise<void> {
  const pictures = texts.flatMap((text) => [
    ...Array<Buffer>(SHOWN).fill(pictureOf(text)),
    ...Array<Buffer>(EMPTY).fill(pictureOf(undefined)),
  ])
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PICTURES_A_SECOND}:1 Ip A1:1 C420mpeg2\n`)
  await writeFile(path, Buffer.concat([header, ...pictures]))
}

/** Draws a code in the middle of the picture; an empty wall without one. */
function pictureOf(text: string | undefined): Buffer {
  const brightness = Buffer.alloc(WIDTH * HEIGHT, WALL)
  const rows = text === undefined ? [] : encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const [cos, sin] = [Math.cos(TILT), Math.sin(TILT)]
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2]
      const column = Math.floor((right * cos + down * sin) / MODULE + rows.length / 2)
      const row = Math.floor((down * cos - right * sin) / MODULE + rows.length / 2)
      const isDark = rows[row]?.[column]
      if (isDark !== undefined) brightness[y * WIDTH + x] = isDark ? DARK : LIGHT
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), brightness, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
}
