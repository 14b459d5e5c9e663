import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LegalText } from '#contract/legal.ts'
import { LEGAL_PAGES, type LegalPage } from '#domain/legal-pages.ts'
import { problem } from '#domain/problem.ts'
import { cacheAsync } from '#server/concurrency/async-cache.ts'
import { PreparedAnswer } from '#server/http/answers/prepared-answer.ts'
import { blocksOf } from './markdown-blocks.ts'

/** The beginning of every shipped text. The organiser removes it together with the example. */
const EXAMPLE_MARK = '> **Example text.**'

/**
 * Returns the function that reads a text of the organiser, which throws `not_found` without it. A changed file shows at
 * once; one that did not change is not parsed again, because that takes 30 ms for terms of 70 KB.
 */
export function legalTextReader(folder: string): (page: LegalPage) => Promise<PreparedAnswer> {
  const read = cacheAsync(
    async ({ page }: { page: LegalPage; version: string }) => {
      const markdown = await readMarkdown(folder, page)
      if (markdown === undefined) throw problem('not_found', { what: 'page' })
      return PreparedAnswer.ofJson({ blocks: blocksOf(markdown) } satisfies LegalText)
    },
    { max: LEGAL_PAGES.length, keyOf: ({ page, version }) => `${page} ${version}` },
  )
  return async (page) => read({ page, version: await versionOf(folder, page) })
}

/** Returns what changes with the file of a page. */
async function versionOf(folder: string, page: LegalPage): Promise<string> {
  const file = await orMissing(stat(fileOf(folder, page), { bigint: true }))
  return file ? `${file.mtimeNs} ${file.size}` : 'missing'
}

/** Lists the pages that are missing or still have their example text. */
export async function listUnwrittenPages(folder: string): Promise<LegalPage[]> {
  const texts = await Promise.all(LEGAL_PAGES.map((page) => readMarkdown(folder, page)))
  return LEGAL_PAGES.filter((_, index) => texts[index]?.includes(EXAMPLE_MARK) ?? true)
}

const readMarkdown = (folder: string, page: LegalPage) => orMissing(readFile(fileOf(folder, page), 'utf8'))

const fileOf = (folder: string, page: LegalPage) => join(folder, `${page}.md`)

async function orMissing<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
