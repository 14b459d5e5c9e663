import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEGAL_PAGES } from '#domain/legal-pages.ts'
import { readSettings } from '#server/settings/env.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { listUnwrittenPages } from './read-legal-text.ts'

let shop: TestShop
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-legal-'))
  shop = await openTestShop({ LEGAL_DIR: folder })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const paragraph = (text: string) => ({
  blocks: [{ kind: 'paragraph', lines: [[{ text, style: 'plain', href: null }]] }],
})

test('answers the text of the file as it is now', async () => {
  expect((await shop.ask('GET', '/legal/terms')).statusCode).toBe(404)
  for (const text of ['First words', 'Other words']) {
    await writeFile(join(folder, 'terms.md'), text)
    expect((await shop.ask('GET', '/legal/terms')).json()).toEqual(paragraph(text))
  }
})

test('parses a text once, until its file changes', async () => {
  // A text that takes about 10 ms to parse.
  const long = Array.from({ length: 500 }, (_, index) => `${index}. *One* [two](https://foyer.example) \`three\`\n\n`)
  const processorTime = async (count: number) => {
    const before = process.cpuUsage()
    for (let call = 0; call < count; call += 1) await shop.ask('GET', '/legal/privacy')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await writeFile(join(folder, 'privacy.md'), long.join(''))
  const first = await processorTime(1)
  expect((await processorTime(10)) / first).toBeLessThan(5)
  await writeFile(join(folder, 'privacy.md'), 'Short')
  expect((await shop.ask('GET', '/legal/privacy')).json()).toEqual(paragraph('Short'))
  await rm(join(folder, 'privacy.md'))
  expect((await shop.ask('GET', '/legal/privacy')).statusCode).toBe(404)
})

test('reads no other file', async () => {
  await writeFile(join(folder, 'secret.md'), 'secret')
  for (const page of ['secret', '..%2Fsecret', 'terms.md']) {
    const { statusCode, body } = await shop.ask('GET', `/legal/${page}`)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(body).not.toContain('"blocks"')
  }
})

test('lists the shipped examples and missing files as unwritten', async () => {
  expect(await listUnwrittenPages(readSettings({}).LEGAL_DIR)).toEqual([...LEGAL_PAGES])
  await writeFile(join(folder, 'imprint.md'), 'Our own words')
  expect(await listUnwrittenPages(folder)).toEqual(LEGAL_PAGES.filter((page) => !['imprint', 'terms'].includes(page)))
})
