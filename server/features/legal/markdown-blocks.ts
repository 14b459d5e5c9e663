import { lexer, type Token, type Tokens } from 'marked'
import type { LegalBlock, LegalSpan } from '#contract/legal.ts'

type Line = LegalSpan[]

/**
 * Parses Markdown into blocks of plain text. HTML stays text, pictures become their description, and links to anything
 * but web, mail and telephone addresses lose their target.
 */
export function blocksOf(markdown: string): LegalBlock[] {
  return lexer(markdown).flatMap(blockOf)
}

function blockOf(token: Token): LegalBlock[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: token['depth'] <= 2 ? 'heading' : 'subheading', lines: [lineOf(token.tokens)] }]
    case 'blockquote':
      return (token.tokens ?? []).flatMap(blockOf).map(({ lines }) => ({ kind: 'quote', lines }))
    case 'list':
      return [
        { kind: token['ordered'] ? 'numbers' : 'bullets', lines: (token as Tokens.List).items.flatMap(linesOfItem) },
      ]
    case 'table':
      return [rowsOf(token as Tokens.Table)]
    case 'space':
    case 'hr':
    case 'def':
      return []
    default:
      return [{ kind: 'paragraph', lines: [token.tokens ? lineOf(token.tokens) : [plain(textOf(token))]] }]
  }
}

/** A nested list continues the outer one. */
function linesOfItem({ tokens }: Tokens.ListItem): Line[] {
  return tokens.flatMap((token) =>
    token.type === 'list' ? (token as Tokens.List).items.flatMap(linesOfItem) : [lineOf(token.tokens ?? [token])],
  )
}

/** Writes each row as a line, because a page of text has no columns on a phone. */
function rowsOf({ rows }: Tokens.Table): LegalBlock {
  const between = plain(' · ')
  return {
    kind: 'bullets',
    lines: rows.map((cells) =>
      cells.flatMap(({ tokens }, index) => [...(index > 0 ? [between] : []), ...lineOf(tokens)]),
    ),
  }
}

function lineOf(tokens: readonly Token[] = [], style: LegalSpan['style'] = 'plain', href: string | null = null): Line {
  return tokens.flatMap((token): Line => {
    switch (token.type) {
      case 'strong':
        return lineOf(token.tokens, 'strong', href)
      case 'em':
        return lineOf(token.tokens, 'emphasis', href)
      case 'link':
        return lineOf(token.tokens, style, safeHref(token['href']))
      case 'br':
        return [{ text: '\n', style, href: null }]
      default:
        return token.tokens ? lineOf(token.tokens, style, href) : [{ text: textOf(token), style, href }]
    }
  })
}

const plain = (text: string): LegalSpan => ({ text, style: 'plain', href: null })

function safeHref(href: unknown): string | null {
  return typeof href === 'string' && /^(https?:\/\/|mailto:|tel:)/i.test(href) && URL.canParse(href) ? href : null
}

function textOf(token: Token): string {
  return token.type === 'html' ? token.raw.trimEnd() : 'text' in token ? String(token.text) : token.raw
}
