import type { FontFiles } from '#print/document.ts'
import boldUrl from '../../print/fonts/noto-sans-bold.ttf?url'
import regularUrl from '../../print/fonts/noto-sans-regular.ttf?url'

/** Loads the fonts of documents, which are part of the client's code. */
export async function fetchFonts(): Promise<FontFiles> {
  const [regular, bold] = await Promise.all([fetchFont(regularUrl), fetchFont(boldUrl)])
  return { regular, bold }
}

async function fetchFont(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
