import { expect, type Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/**
 * Reads a QR code like a scanner, from pictures of what the page shows until one is readable: the first may catch a
 * live code that is being drawn.
 */
export async function readQrCode(code: Locator): Promise<string> {
  let text = ''
  await expect(async () => {
    text = await decode(await code.screenshot())
  }).toPass()
  return text
}

async function decode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
}
