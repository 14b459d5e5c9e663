import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { queryRows } from '#server/testing/query.ts'
import { requireText } from './require-text.ts'

/** Creates an empty database with these options. Returns its address. */
async function givenDatabase(options: string): Promise<string> {
  const { ownerUrl } = inject('databaseUrls')
  const name = `foyer_text_${randomUUID().replaceAll('-', '_')}`
  await queryRows(ownerUrl, `create database ${name} template template0 ${options}`)
  onTestFinished(async () => void (await queryRows(ownerUrl, `drop database ${name} with (force)`)))
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

test('refuses a database whose texts the shop could not store, compare or read', async () => {
  const plain = await givenDatabase(`encoding UTF8 locale_provider libc lc_collate 'C' lc_ctype 'C'`)
  await requireText(plain)
  await queryRows(plain, `alter database ${new URL(plain).pathname.slice(1)} set datestyle = 'German'`)
  await expect(requireText(plain)).rejects.toThrow('Set DateStyle = ISO.')
  const latin = await givenDatabase(`encoding LATIN1 locale_provider libc lc_collate 'C' lc_ctype 'C'`)
  await expect(requireText(latin)).rejects.toThrow('the encoding LATIN1. Create one with the encoding UTF8.')
  const turkish = await givenDatabase(`encoding UTF8 lc_collate 'C' lc_ctype 'C' locale_provider icu icu_locale 'tr'`)
  await expect(requireText(turkish)).rejects.toThrow('Create one with the locale C.UTF-8.')
})
