import { afterEach, expect, test } from 'vitest'
import { loadDecoder } from './decoder.ts'

afterEach(() => {
  globalThis.BarcodeDetector = undefined
})

/** Gives the browser a reader of its own, which Chromium has on Android and macOS alone. */
function givenDetector(formats: readonly string[], found: readonly { rawValue: string }[]): string[][] {
  const asked: string[][] = []
  globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => formats
    constructor(options: { readonly formats: readonly string[] }) {
      asked.push([...options.formats])
    }
    detect = async () => found
  }
  return asked
}
const picture = document.createElement('video')

test("reads by the browser's own reader where it reads QR codes", async () => {
  const asked = givenDetector(['ean_13', 'qr_code'], [{ rawValue: 'F1ABC' }, { rawValue: 'F1DEF' }])
  const read = await loadDecoder()
  expect(await read(picture)).toBe('F1ABC')
  expect(asked).toEqual([['qr_code']])
})

test('finds nothing in a picture without a code', async () => {
  givenDetector(['qr_code'], [])
  expect(await (await loadDecoder())(picture)).toBeNull()
})
