import { expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const seller = { name: 'Smith <& Sons>', address: 'Ring 1, 1010 Wien' }

const content = {
  subject: 'Your order',
  paragraphs: ['Thank you <b>very</b> much.'],
  cards: [
    {
      title: 'Tosca & more',
      facts: ['2099/07/01 19:30', 'Opera, Ring 1, 1010 Wien'],
      items: [{ name: '2 × Floor', amount: '1,200.00 €' }],
    },
  ],
  link: { label: 'Your invoice', url: 'https://tickets.example/invoice/1?a=1&b="2"' },
  hint: 'Refundable until the show starts.',
}

test('says the same as text and as HTML', () => {
  const { text, html } = renderMail(content, 'Ada', seller)
  const parts = [
    'Dear Ada,',
    '2099/07/01 19:30',
    'Opera, Ring 1',
    '2 × Floor',
    '1,200.00 €',
    'Your invoice',
    'Refundable',
  ]
  for (const part of parts) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text.startsWith('Dear Ada,\n\n')).toBe(true)
})

test('keeps the number of an invoice in the heading on one line', () => {
  const { html } = renderMail({ ...content, subject: 'Your order, invoice 2026-000007' }, 'Ada', seller)
  expect(html).toContain('invoice <span style="white-space:nowrap">2026-000007</span></h1>')
})

test('escapes all content of the HTML, and none of the text', () => {
  const { text, html } = renderMail(content, '<img src=x>', seller)
  expect(html).not.toMatch(/<b>|<img|Sons>|& more|b="2"/)
  for (const escaped of [
    '&lt;b&gt;very&lt;/b&gt;',
    'Tosca &amp; more',
    'Smith &lt;&amp; Sons&gt;',
    '&lt;img src=x&gt;',
  ]) {
    expect(html).toContain(escaped)
  }
  expect(text).toContain('Thank you <b>very</b> much.')
})

test('has no parts that it was not given', () => {
  const { text, html } = renderMail({ subject: 'Hello', paragraphs: ['One.'] }, '', seller)
  expect(text).toBe('Dear customer,\n\nOne.\n\nSmith <& Sons>\nRing 1, 1010 Wien\n')
  expect(html).not.toContain('href')
})

test('links to the page that unsubscribes', () => {
  const unsubscribe = { label: 'Turn off reminders', url: 'https://tickets.example/off', oneClickUrl: '' }
  const { text, html } = renderMail({ subject: 'Hello', paragraphs: ['One.'], unsubscribe }, '', seller)
  expect(text).toContain('Turn off reminders: https://tickets.example/off\n')
  expect(html).toContain('href="https://tickets.example/off"')
})
