import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readDemoFiles } from './read-demo-files.ts'
import { PICTURES_FOLDER, renderPicture } from './render-pictures.ts'

const { events, products, news, artists, locations } = await readDemoFiles()
const files = (await readdir(PICTURES_FOLDER, { recursive: true })).filter((name) => name.endsWith('.svg')).toSorted()
const contents = new Map(
  await Promise.all(files.map(async (file) => [file, await readFile(new URL(file, PICTURES_FOLDER), 'utf8')] as const)),
)

describe('the demo’s pictures', () => {
  test('are one file per event, product, article, artist and location', () => {
    expect(
      [...events, ...products, ...news, ...artists, ...locations].map(({ picture }) => picture).toSorted(),
    ).toEqual(files)
  })

  test('are small', () => {
    for (const [file, svg] of contents) expect(svg.length, file).toBeLessThan(10_000)
  })

  test('depend on no font and no other file', () => {
    for (const [file, svg] of contents) {
      expect(svg, file).not.toMatch(/<(text|image|foreignObject)\b|font|@import/)
      expect(svg.match(/(href="|url\()[^#]/), file).toBeNull()
    }
  })

  test('refer to parts of their own that exist', () => {
    for (const [file, svg] of contents) {
      const ids = svg.matchAll(/ id="([^"]+)"/g).map((match) => match[1])
      const seen = [...ids]
      expect(new Set(seen).size, file).toBe(seen.length)
      for (const [, id] of svg.matchAll(/(?:href="|url\()#([^")]+)/g)) expect(seen, file).toContain(id)
    }
  })

  test('render as small PNG files, the same every time', async () => {
    const [one, other] = await Promise.all([
      renderPicture('events/the-magic-flute.svg'),
      renderPicture('events/the-magic-flute.svg'),
    ])
    expect(one.content.equals(other.content)).toBe(true)
    expect(one.content.length).toBeLessThan(200_000)
    expect(one).toMatchObject({ width: 960, height: 540 })
    expect(await renderPicture('products/plush-herring.svg')).toMatchObject({ width: 640, height: 640 })
  })
})
