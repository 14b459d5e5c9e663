import type { MailCard, MailContent } from './mail-content.ts'

// Mail clients know little of stylesheets and of modern layout. So tables hold the layout, each element has its style,
// and the stylesheet only adds the dark scheme. All colours stay readable in clients that invert them.
const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SERIF = "font-family:'Bodoni Moda','Bodoni 72',Didot,Georgia,'Times New Roman',serif"

/** The colours of the pages (`client/theme.ts`). */
const light = {
  page: '#fdfbf8',
  card: '#ffffff',
  text: '#2a2320',
  dim: '#645952',
  line: '#e9e1da',
  accent: '#7d1a3b',
  onAccent: '#ffffff',
}

const darkScheme = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.page{background:#151013!important}',
  '.card{background:#1f181d!important}',
  '.text{color:#f3ecea!important}',
  '.dim{color:#b3a6a5!important}',
  '.line{border-color:#392d33!important}',
  '.card{border-top-color:#962249!important}',
  '.brand{color:#e28aa3!important}',
  '.button{background:#962249!important}',
  '}',
  '@media (max-width:480px){.space{padding:20px!important}}',
].join('')

const rule = `border-top:1px solid ${light.line}`

/** Writes a mail as an HTML page of one column, at most 600 pixels wide. Escapes all content. */
export function writeMailHtml(
  { subject, paragraphs, cards = [], link, hint, unsubscribe }: MailContent,
  shopName: string,
  seller: { name: string; address: string },
): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title><style>${darkScheme}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${light.page}">`,
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${light.page}">`,
    '<tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">',
    `<tr><td class="brand" style="padding:0 4px 16px;${SERIF};font-size:26px;color:${light.accent}">${escaped(shopName)}</td></tr>`,
    `<tr><td class="card space line" style="padding:32px;border:1px solid ${light.line};border-top:4px solid ${light.accent};border-radius:12px;background:${light.card}">`,
    `<h1 class="text" style="margin:0 0 20px;${SERIF};font-size:26px;line-height:1.25;font-weight:500;color:${light.text}">${withWholeNumbers(escaped(subject))}</h1>`,
    ...paragraphs.map((paragraph) => textIn('p', paragraph, 'margin:0 0 16px')),
    ...cards.map(writeCard),
    link ? writeLink(link) : '',
    hint
      ? `<p class="dim" style="margin:24px 0 0;${SANS};font-size:14px;line-height:1.5;color:${light.dim}">${escaped(hint)}</p>`
      : '',
    '</td></tr>',
    `<tr><td class="dim" style="padding:20px 4px;${SANS};font-size:13px;line-height:1.5;color:${light.dim}">`,
    `${escaped(seller.name)}<br>${escaped(seller.address)}${unsubscribe ? writeUnsubscribe(unsubscribe) : ''}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('\n')
}

/** Keeps numbers with hyphens, such as those of invoices, on one line. */
function withWholeNumbers(html: string): string {
  return html.replaceAll(/\d+(?:-\d+)+/g, '<span style="white-space:nowrap">$&</span>')
}

function writeCard({ title, facts = [], items = [] }: MailCard): string {
  return [
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px">',
    `<tr><td colspan="2" class="line" style="padding:16px 0 8px;${rule}">`,
    textIn('div', title, 'font-weight:600;font-size:18px'),
    ...facts.map(
      (fact) =>
        `<div class="dim" style="${SANS};font-size:15px;line-height:1.5;color:${light.dim}">${escaped(fact)}</div>`,
    ),
    '</td></tr>',
    ...items.map(
      ({ name, amount }) =>
        `<tr><td style="padding:6px 12px 6px 0">${textIn('div', name)}</td>` +
        `<td align="right" valign="top" style="padding:6px 0;white-space:nowrap">${textIn('div', amount)}</td></tr>`,
    ),
    '</table>',
  ].join('\n')
}

/** Writes a button whose address stands below it as text, for clients that open no links. */
function writeLink({ label, url }: { label: string; url: string }): string {
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 12px"><tr>',
    `<td class="button" style="border-radius:8px;background:${light.accent}">`,
    `<a href="${escaped(url)}" style="display:inline-block;padding:13px 24px;${SANS};font-size:16px;font-weight:600;color:${light.onAccent};text-decoration:none">${escaped(label)}</a>`,
    '</td></tr></table>',
    `<p class="dim" style="margin:0;${SANS};font-size:13px;line-height:1.5;color:${light.dim};word-break:break-all">${escaped(url)}</p>`,
  ].join('\n')
}

function writeUnsubscribe({ label, url }: { label: string; url: string }): string {
  return `<br><a class="dim" href="${escaped(url)}" style="color:${light.dim}">${escaped(label)}</a>`
}

function textIn(tag: 'p' | 'div', text: string, style = ''): string {
  return `<${tag} class="text" style="${SANS};font-size:16px;line-height:1.55;color:${light.text};overflow-wrap:anywhere;${style}">${escaped(text)}</${tag}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
