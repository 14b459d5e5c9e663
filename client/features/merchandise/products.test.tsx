import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenProduct } from '#client/testing/sample-data.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const image = { imageId: 4, imageName: '0f3c9a5be1d24c7f8a6b5e4d3c2b1a09.png' }
const published = { publishedFrom: '2026-01-01T10:00:00.000Z', publication: 'PUBLISHED' }
const product = { ...givenProduct, ...image, ...published, version: 2 }

test('lists products, and keeps filters and order in the address', async () => {
  const pending = { ...product, state: 'PENDING', publication: 'PENDING', stock: 0 }
  const { fill, address } = await openShop('/admin/merchandise', {
    role: 'ADMIN',
    answers: { 'GET /admin/products': { total: 1, elements: [pending] } },
  })
  const row = within(await screen.findByRole('article'))
  expect(row.getByRole('link', { name: 'Mug' }).getAttribute('href')).toBe('/admin/merchandise/3')
  expect(row.getByText('16.50 € · 165 points · Sold out')).toBeTruthy()
  expect(row.getByText('Awaits approval')).toBeTruthy()
  fill('Publication', 'PENDING')
  await soon(() => expect(address()).toBe('/admin/merchandise?publication=PENDING'))
  fill('Sort by', 'STOCK')
  await soon(() => expect(address()).toBe('/admin/merchandise?publication=PENDING&sortOption=STOCK'))
})

test('waits for the upload of a chosen picture before a product can be created', async () => {
  const upload = Promise.withResolvers<object>()
  const { fill, press, lastAsked } = await openShop('/merchandise/create', {
    role: 'ADMIN',
    answers: { 'POST /images': () => upload.promise, 'POST /merchandise/products': product },
  })
  fill(/^Name/, 'Mug')
  fill(/^Description/, 'Of porcelain.')
  for (const field of [/^Price/, /^Points/, /^Stock/, /^Items/]) fill(field, '5')
  const png = new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])], 'mug.png', { type: 'image/png' })
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('There is no field for a picture')
  fireEvent.change(input, { target: { files: [png] } })
  const button = screen.getByRole('button', { name: 'Create Merchandise' })
  await soon(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  press('Create Merchandise')
  expect(screen.queryByText('Value is required')).toBeNull()
  upload.resolve({ id: 4, name: image.imageName })
  await soon(() => expect(button.getAttribute('aria-busy')).toBe('false'))
  press('Create Merchandise')
  await soon(() => expect(lastAsked('POST /merchandise/products')?.body).toMatchObject({ name: 'Mug', imageId: 4 }))
})

test('sends the stock as a difference to the one that the form began with', async () => {
  const { fill, press, lastAsked, address } = await openShop('/admin/merchandise/3', {
    role: 'ADMIN',
    answers: { 'GET /admin/products/3': product, 'PATCH /merchandise/products/3': product },
  })
  await screen.findByDisplayValue('Mug')
  fill(/^Stock/, '12')
  press('Save Changes')
  await soon(() => expect(address()).toBe('/admin/merchandise'))
  expect(lastAsked('PATCH /merchandise/products/3')?.body).toMatchObject({ stockChange: 3, imageId: 4, version: 2 })
})

test('takes a product off sale, and approves one of a customer', async () => {
  const pending = { ...product, state: 'PENDING', publication: 'PENDING' }
  let shown: object = product
  const { fill, press, lastAsked } = await openShop('/admin/merchandise/3', {
    role: 'ADMIN',
    answers: {
      'GET /admin/products/3': () => shown,
      'PATCH /merchandise/products/3/state': () => (shown = { ...pending, version: 3 }),
    },
  })
  await screen.findByText('Published')
  press('Change')
  fill('Customers can buy it', 'NOW')
  expect(screen.queryByLabelText('Visitors see it')).toBeNull()
  press('Save Publication')
  const state = () => lastAsked('PATCH /merchandise/products/3/state')?.body
  await soon(() => expect(state()).toEqual({ state: 'OFF_SALE', version: 2 }))

  await screen.findByText(/^A customer has created this product/)
  press('Change')
  press('Save Publication')
  await soon(() => expect(state()).toEqual({ state: 'ON_SALE', version: 3 }))
})

test('creates a copy of a product as a draft', async () => {
  const { fill, press, lastAsked } = await openShop('/merchandise/create?copy=3', {
    role: 'ADMIN',
    answers: { 'GET /admin/products/3': product, 'POST /merchandise/products': product },
  })
  await screen.findByDisplayValue('Mug')
  await screen.findByLabelText('Visitors see it')
  fill('Visitors see it', 'DRAFT')
  press('Create Merchandise')
  await soon(() =>
    expect(lastAsked('POST /merchandise/products')?.body).toMatchObject({ name: 'Mug', imageId: 4, isDraft: true }),
  )
})
