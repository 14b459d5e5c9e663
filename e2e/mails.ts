import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { mailFolder } from './shop.ts'

/** Waits for a mail to an address whose text, followed by its attachments, matches, and returns the match. */
export async function inMailTo(email: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    for (const file of await readdir(mailFolder())) {
      const mail = await PostalMime.parse(await readFile(join(mailFolder(), file)), { attachmentEncoding: 'utf8' })
      const content = [mail.text, ...mail.attachments.map((attachment) => attachment.content)].join('\n')
      if (mail.to?.some(({ address }) => address === email)) found = pattern.exec(content)?.[0] ?? found
    }
    expect(found).toBeDefined()
  }).toPass()
  return found ?? ''
}
