import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { mailFolder } from './shop.ts'

/** Waits for a mail to an address whose text matches, and returns the match. */
export async function inMailTo(email: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    for (const file of await readdir(mailFolder())) {
      const mail = await PostalMime.parse(await readFile(join(mailFolder(), file)))
      if (mail.to?.some(({ address }) => address === email)) found = pattern.exec(mail.text ?? '')?.[0] ?? found
    }
    expect(found).toBeDefined()
  }).toPass()
  return found ?? ''
}
