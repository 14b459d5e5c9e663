import { SHOP_NAME } from '#domain/window-title.ts'
import type { MailCard, MailContent } from './mail-content.ts'
import { writeMailHtml } from './mail-html.ts'

type Seller = { name: string; address: string }
type RenderedMail = { subject: string; text: string; html: string }

/** Renders a mail as plain text and as HTML with the same content. Escapes all content in the HTML. */
export function renderMail(content: MailContent, firstName: string, seller: Seller): RenderedMail {
  const { subject, paragraphs, cards = [], link, hint, unsubscribe } = content
  const greeting = firstName ? `Dear ${firstName},` : 'Dear customer,'
  const text = [
    greeting,
    ...paragraphs,
    ...cards.map(cardText),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ...(hint ? [hint] : []),
    `${seller.name}\n${seller.address}`,
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []),
  ].join('\n\n')
  const html = writeMailHtml({ ...content, paragraphs: [greeting, ...paragraphs] }, SHOP_NAME, seller)
  return { subject, text: `${text}\n`, html }
}

function cardText({ title, facts = [], items = [] }: MailCard): string {
  return [title, ...facts, ...items.map(({ name, amount }) => (amount === '' ? name : `${name}: ${amount}`))].join('\n')
}
