import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { ReadCode } from './read-code.ts'

/** Loads the reader in WebAssembly from the shop's own files. */
export async function loadWasmDecoder(): Promise<ReadCode> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser has no canvas.')
  return async (picture) => {
    canvas.width = picture.videoWidth
    canvas.height = picture.videoHeight
    if (canvas.width === 0) return null
    context.drawImage(picture, 0, 0)
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
    const [code] = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryInvert: false })
    return code?.text || null
  }
}
