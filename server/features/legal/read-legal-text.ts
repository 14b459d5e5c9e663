import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LegalText } from '#contract/legal.ts'
import { LEGAL_PAGES, type LegalPage } from '#domain/legal-pages.ts'
import { problem } from '#domain/problem.ts'
import { blocksOf } from './markdown-blocks.ts'

/** The beginning of every shipped text. The organiser removes it together with the example. */
const EXAMPLE_MARK = '> **Example text.**'

/** Reads a text of the organiser at every call, so that a changed file shows at once. Throws `not_found` without it. */
export async function readLegalText(folder: string, page: LegalPage): Promise<LegalText> {
  const markdown = await readMarkdown(folder, page)
  if (markdown === undefined) throw problem('not_found', { what: 'page' })
  return { blocks: blocksOf(markdown) }
}

/** Lists the pages that are missing or still have their example text. */
export async function listUnwrittenPages(folder: string): Promise<LegalPage[]> {
  const texts = await Promise.all(LEGAL_PAGES.map((page) => readMarkdown(folder, page)))
  return LEGAL_PAGES.filter((_, index) => texts[index]?.includes(EXAMPLE_MARK) ?? true)
}

async function readMarkdown(folder: string, page: LegalPage): Promise<string | undefined> {
  try {
    return await readFile(join(folder, `${page}.md`), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
