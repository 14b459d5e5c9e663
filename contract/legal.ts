import * as z from 'zod/mini'
import { LEGAL_PAGES } from '#domain/legal-pages.ts'
import { endpoint } from './endpoint.ts'
import { nothing, oneOf } from './fields.ts'

/** A piece of text in one style. `href`: the target of a link, else null. */
const span = z.object({
  text: z.string(),
  style: oneOf(['plain', 'strong', 'emphasis']),
  href: z.nullable(z.string()),
})

/** A part of a text: one line for headings, paragraphs and quotes, one for each item of a list. */
const block = z.object({
  kind: oneOf(['heading', 'subheading', 'paragraph', 'quote', 'bullets', 'numbers']),
  lines: z.array(z.array(span)),
})

/** A text of the organiser. Holds no HTML: pages draw the blocks. */
export const legalText = z.object({ blocks: z.array(block) })
export type LegalText = z.output<typeof legalText>
export type LegalBlock = LegalText['blocks'][number]
export type LegalSpan = z.output<typeof span>

export const getLegalText = endpoint({
  method: 'GET',
  path: '/legal/:page',
  summary: 'Get the text of a page that the organiser writes: imprint, terms, privacy, withdrawal or contact.',
  access: 'anyone',
  params: z.object({ page: oneOf(LEGAL_PAGES) }),
  query: nothing,
  body: nothing,
  reply: legalText,
  status: 200,
  problems: ['not_found'],
})
