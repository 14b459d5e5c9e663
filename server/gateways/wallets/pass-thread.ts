import { readFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { PKPass } from 'passkit-generator'
import sharp from 'sharp'
import type { ApplePass } from '#domain/wallets/apple-pass.ts'
import { answerOrders } from '#server/gateways/printing/answer-orders.ts'
import type { AppleCredentials } from './apple-credentials.ts'

const LOGO = new URL('../../../client/public/favicon.svg', import.meta.url)
/** The widths of the pictures in points. */
const PICTURES = { icon: 29, logo: 50 }
const SCALES = [1, 2, 3]

const { passTypeId, teamId, certificate, key, wwdr } = workerData as AppleCredentials
const certificates = { signerCert: certificate, signerKey: key, wwdr }
const pictures = await drawPictures()

answerOrders<ApplePass>(({ fields, code, startsAt, endsAt, ...props }) => {
  const pass = new PKPass(pictures, certificates, {
    ...props,
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
  })
  pass.type = 'eventTicket'
  pass.headerFields.push(...fields.header)
  pass.primaryFields.push(...fields.primary)
  pass.secondaryFields.push(...fields.secondary)
  pass.auxiliaryFields.push(...fields.auxiliary)
  pass.backFields.push(...fields.back)
  pass.setBarcodes({ format: 'PKBarcodeFormatQR', messageEncoding: 'iso-8859-1', ...code })
  pass.setRelevantDate(startsAt)
  pass.setExpirationDate(endsAt)
  return Uint8Array.from(pass.getAsBuffer())
})

/** Draws the shop's sign in the sizes that a pass needs. */
async function drawPictures(): Promise<Record<string, Buffer>> {
  const svg = await readFile(LOGO)
  const files: Record<string, Buffer> = {}
  for (const [name, width] of Object.entries(PICTURES)) {
    for (const scale of SCALES) {
      const density = (72 * width * scale) / 32
      const file = await sharp(svg, { density })
        .resize(width * scale)
        .png()
        .toBuffer()
      files[`${name}${scale === 1 ? '' : `@${scale}x`}.png`] = file
    }
  }
  return files
}
