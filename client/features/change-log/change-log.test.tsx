import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const entry = {
  id: 1,
  at: '2026-11-22T10:00:00.000Z',
  by: { id: 3, email: 'ada@foyer.example' },
  action: 'EDITED',
  kind: 'PRODUCT',
  recordId: 5,
  recordName: 'Mug',
  changes: [
    { field: 'stock', from: 3, to: 10 },
    { field: 'price', from: 450, to: 500 },
    { field: 'publishedFrom', from: null, to: '2026-11-22T10:00:00.000Z' },
  ],
  reason: null,
}

test('tells each action with its administrator and the changed fields, and filters by kind', async () => {
  const elements = [
    entry,
    { ...entry, id: 2, by: null, action: 'CREATED', kind: 'USER', recordId: 9, recordName: '', changes: [] },
  ]
  const { address } = await openShop('/admin/log', {
    role: 'ADMIN',
    answers: { 'GET /admin/log': { total: 2, elements } },
  })
  const [edit, creation] = await screen.findAllByRole('article')
  expect(edit?.textContent).toMatch(
    /ada@foyer\.example.*Edited product Mug.*Stock: 3 → 10Price: 4\.50 € → 5\.00 €Published from: – → 2026\/11\/22 \d\d:00/,
  )
  expect(creation?.textContent).toMatch(/The shop.*Created user Deleted account 9/)
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'SHOW' } })
  await soon(() => expect(address()).toBe('/admin/log?kind=SHOW'))
  expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Log' })).toBeTruthy()
})
