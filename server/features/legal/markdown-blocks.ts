import { lexer } from 'marked'
import type { LegalBlock, LegalSpan } from '#contract/legal.ts'

type Line = LegalSpan[]

/** A token of the parser, as far as it is read here. */
type Token = {
  readonly type: string
  readonly raw: string
  readonly text?: string
  readonly tokens?: readonly Token[]
  readonly depth?: number
  readonly ordered?: boolean
  readonly href?: string
  readonly items?: readonly Token[]
  readonly rows?: readonly (readonly { readonly tokens: readonly Token[] }[])[]
}

/**
 * Parses Markdown into blocks of plain text. HTML stays text, pictures become their description, and links to anything
 * but web, mail and telephone addresses lose their target.
 */
export function blocksOf(markdown: string): LegalBlock[] {
  return (lexer(markdown) as readonly Token[]).flatMap(blockOf)
}

function blockOf(token: Token): LegalBlock[] {
  const { type, tokens = [], items = [], rows = [], depth = 1, ordered = false } = token
  switch (type) {
    case 'heading':
      return [{ kind: depth <= 2 ? 'heading' : 'subheading', lines: [lineOf(tokens)] }]
    case 'blockquote':
      return tokens.flatMap(blockOf).map(({ lines }) => ({ kind: 'quote', lines }))
    case 'list':
      return [{ kind: ordered ? 'numbers' : 'bullets', lines: items.flatMap(linesOfItem) }]
    case 'table':
      return [{ kind: 'bullets', lines: rows.map((cells) => lineOfRow(cells.map((cell) => lineOf(cell.tokens)))) }]
    case 'space':
    case 'hr':
    case 'def':
      return []
    default:
      return [{ kind: 'paragraph', lines: [token.tokens ? lineOf(tokens) : [plain(textOf(token))]] }]
  }
}

/** Lists the lines of an item. A nested list continues the outer one. */
function linesOfItem({ tokens = [] }: Token): Line[] {
  return tokens.flatMap((token) =>
    token.type === 'list' ? (token.items ?? []).flatMap(linesOfItem) : [lineOf(token.tokens ?? [token])],
  )
}

/** Joins the cells of a table's row, because a page of text has no columns on a phone. */
function lineOfRow(cells: readonly Line[]): Line {
  return cells.flatMap((cell, index) => (index === 0 ? cell : [plain(' · '), ...cell]))
}

function lineOf(tokens: readonly Token[], style: LegalSpan['style'] = 'plain', href: string | null = null): Line {
  return tokens.flatMap((token): Line => {
    switch (token.type) {
      case 'strong':
        return lineOf(token.tokens ?? [], 'strong', href)
      case 'em':
        return lineOf(token.tokens ?? [], 'emphasis', href)
      case 'link':
        return lineOf(token.tokens ?? [], style, safeHref(token.href))
      case 'br':
        return [{ text: '\n', style, href: null }]
      default:
        return token.tokens ? lineOf(token.tokens, style, href) : [{ text: textOf(token), style, href }]
    }
  })
}

const plain = (text: string): LegalSpan => ({ text, style: 'plain', href: null })

function safeHref(href = ''): string | null {
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) && URL.canParse(href) ? href : null
}

/** Returns the text of a token. A line break in the file is a space, unless a backslash or two blanks precede it. */
function textOf({ type, text, raw }: Token): string {
  return (type === 'html' || text === undefined ? raw.trimEnd() : text).replaceAll('\n', ' ')
}
