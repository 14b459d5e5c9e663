import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const plain = (text: string) => ({ text, style: 'plain', href: null })

const terms = {
  blocks: [
    { kind: 'quote', lines: [[{ text: 'Example text.', style: 'strong', href: null }]] },
    { kind: 'heading', lines: [[plain('Prices')]] },
    {
      kind: 'paragraph',
      lines: [[plain('<b>All</b> prices. '), { ...plain('Write to us'), href: 'mailto:a@b.example' }]],
    },
    { kind: 'bullets', lines: [[plain('One')], [plain('Two')]] },
  ],
}

test('draws the text of the organiser, with HTML as text', async () => {
  await openShop('/terms', { answers: { 'GET /legal/terms': terms } })
  expect(await screen.findByRole('heading', { level: 2, name: 'Prices' })).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByText('<b>All</b> prices.', { exact: false })).toBeTruthy()
  expect(main.getByRole<HTMLAnchorElement>('link', { name: 'Write to us' }).href).toBe('mailto:a@b.example')
  expect(main.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One', 'Two'])
  expect(main.getByRole('note').textContent).toBe('Example text.')
})

test('links to the legal pages in the footer', async () => {
  await openShop('/terms', { answers: { 'GET /legal/terms': terms } })
  const links = within(screen.getByRole('navigation', { name: 'Legal' })).getAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ pathname }) => pathname)).toEqual(['/imprint', '/terms', '/privacy', '/withdrawal', '/contact'])
})
