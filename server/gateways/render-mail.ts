/** The content of a mail. */
export type MailContent = {
  subject: string
  paragraphs: readonly string[]
  link?: { label: string; url: string }
}

type RenderedMail = { subject: string; text: string; html: string }

/** Renders a mail as plain text and as HTML. Escapes all content in the HTML. */
export function renderMail(
  { subject, paragraphs, link }: MailContent,
  firstName: string,
  shopName: string,
): RenderedMail {
  const lines = [firstName ? `Dear ${firstName},` : 'Dear customer,', ...paragraphs]
  const text = [...lines, ...(link ? [`${link.label}: ${link.url}`] : []), shopName].join('\n\n')
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escaped(subject)}</title></head><body>`,
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(link.label)}</a><br>${escaped(link.url)}</p>`] : []),
    `<p>${escaped(shopName)}</p></body></html>`,
  ].join('\n')
  return { subject, text: `${text}\n`, html }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
