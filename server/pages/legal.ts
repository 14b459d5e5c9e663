import { getLegalText } from '#contract/legal.ts'
import { pageWords } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import type { LegalPage } from '#domain/legal-pages.ts'
import type { DescribePage } from './page.ts'

/** Describes a page that the organiser writes. */
export function describeLegal(page: LegalPage): DescribePage {
  return async ({ ask }) => {
    const { blocks } = await ask(getLegalText, { params: { page } })
    const text = blocks.map(({ lines }) => lines.map((line) => line.map((span) => span.text).join('')).join('\n'))
    return {
      title: pages[page].title,
      description: pageWords[page].lead,
      address: pages[page].href(),
      text: text.join('\n'),
    }
  }
}
