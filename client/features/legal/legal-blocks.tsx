import { Title } from '@mantine/core'
import { Fragment } from 'react'
import type { LegalBlock, LegalSpan } from '#contract/legal.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import classes from './legal-blocks.module.css'

/** Draws a text of the organiser. */
export function LegalBlocks({ blocks }: { readonly blocks: readonly LegalBlock[] }) {
  return (
    <div className={classes['text']}>
      {blocks.map((block, index) => (
        <Block key={index} {...block} />
      ))}
    </div>
  )
}

function Block({ kind, lines }: LegalBlock) {
  const text = lines.map((line, index) => <Line key={index} spans={line} />)
  const items = lines.map((line, index) => (
    <li key={index}>
      <Line spans={line} />
    </li>
  ))
  switch (kind) {
    case 'heading':
      return <Title order={2}>{text}</Title>
    case 'subheading':
      return <Title order={3}>{text}</Title>
    case 'paragraph':
      return <p>{text}</p>
    case 'quote':
      return <Notice kind="info">{text}</Notice>
    case 'bullets':
      return <ul>{items}</ul>
    case 'numbers':
      return <ol>{items}</ol>
  }
}

function Line({ spans }: { readonly spans: readonly LegalSpan[] }) {
  return spans.map((span, index) => <Fragment key={index}>{drawSpan(span)}</Fragment>)
}

function drawSpan({ text, style, href }: LegalSpan) {
  const styled = style === 'strong' ? <strong>{text}</strong> : style === 'emphasis' ? <em>{text}</em> : text
  return href === null ? styled : <a href={href}>{styled}</a>
}
