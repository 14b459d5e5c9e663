import type { ReadCode } from './read-code.ts'

type Detector = { detect: (picture: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

declare global {
  var BarcodeDetector: DetectorClass | undefined
}

/** Chooses the browser's own reader if it reads QR codes, else loads one in WebAssembly. */
export async function loadDecoder(): Promise<ReadCode> {
  const formats = await globalThis.BarcodeDetector?.getSupportedFormats().catch((): readonly string[] => [])
  if (!globalThis.BarcodeDetector || !formats?.includes('qr_code')) {
    const { loadWasmDecoder } = await import('./wasm-decoder.ts')
    return loadWasmDecoder()
  }
  const detector = new globalThis.BarcodeDetector({ formats: ['qr_code'] })
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null
}
