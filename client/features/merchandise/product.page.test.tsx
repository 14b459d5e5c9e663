import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { givenLine, givenPaged, givenProduct } from '#client/testing/sample-data.ts'
import { type Asked, closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

test('shows name, stock, price and points on a card and links to the product', async () => {
  await openShop('/merchandise', { answers: { 'GET /merchandise/products': givenPaged(givenProduct, 1) } })
  await screen.findByText('1 result')
  const card = within(screen.getByRole('list', { name: 'Products' })).getByRole('listitem')
  for (const text of ['Mug', '9 left', '16.50 €', '165 points']) expect(card.textContent).toContain(text)
  expect(within(card).getByRole<HTMLAnchorElement>('link', { name: 'Mug' }).pathname).toBe('/merchandise/1')
})

test('sells a product for money or points up to its limit and shows the total', async () => {
  await openShop('/merchandise/3', { answers: { 'GET /merchandise/products/3': givenProduct } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Mug' })).toBeTruthy()
  for (const text of ['9 left', 'To drink from.']) expect(screen.getByText(text)).toBeTruthy()
  const [money, points] = screen.getAllByRole<HTMLInputElement>('radio').slice(0, 2)
  expect(money?.labels?.[0]?.textContent).toBe('Buy with Money16.50 €')
  expect(points?.labels?.[0]?.textContent).toBe('Buy with Points165 points')
  const quantity = screen.getByLabelText('Quantity')
  expect(
    within(quantity)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '2', '3'])
  fireEvent.change(quantity, { target: { value: '3' } })
  expect(screen.getByText('49.50 €')).toBeTruthy()
  if (points) fireEvent.click(points)
  expect(await screen.findByText('495 points')).toBeTruthy()
})

test('offers a product that costs points and no money for points alone', async () => {
  const reward = { ...givenProduct, price: 0 }
  await openShop('/merchandise', { answers: { 'GET /merchandise/products': givenPaged(reward, 1) } })
  const card = await screen.findByRole('list', { name: 'Products' })
  expect(card.textContent).toContain('165 points')
  expect(card.textContent).toContain('0.00 €')
  closeShop()
  await openShop('/merchandise/3', { answers: { 'GET /merchandise/products/3': reward } })
  const [money, points] = (await screen.findAllByRole<HTMLInputElement>('radio')).slice(0, 2)
  expect([money?.disabled, points?.checked]).toEqual([true, true])
  expect(screen.getByText('This product can only be bought with points.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('165 points')
})

test.each([
  ['a double click', (button: HTMLElement) => userEvent.dblClick(button)],
  ['pressing while the first press is under way', async (button: HTMLElement) => void (button.click(), button.click())],
])('adds a product to the cart once on %s', async (_, press) => {
  const answers = { 'GET /merchandise/products/3': givenProduct, 'POST /merchandise/purchases': givenLine }
  const { asked } = await openShop('/merchandise/3', { role: 'USER', answers })
  await press(await screen.findByRole('button', { name: 'Add To Cart' }))
  expect(await screen.findByText('Added 1x Mug to cart')).toBeTruthy()
  await soon(() => expect(asked.filter(({ line }) => line === 'GET /carts').length).toBeGreaterThan(1))
  expect(asked.filter(({ line }) => line.startsWith('POST'))).toHaveLength(1)
})

test('offers one more piece after adding some', async () => {
  let merchandisePurchases: object[] = []
  const add = ({ body }: Asked) => {
    const line = { ...givenLine, ...(body as object) }
    merchandisePurchases = [...merchandisePurchases, line]
    return line
  }
  const answers = {
    'GET /merchandise/products/3': givenProduct,
    'GET /carts': () => ({ tickets: [], merchandisePurchases }),
    'POST /merchandise/purchases': add,
  }
  const { press } = await openShop('/merchandise/3', { role: 'USER', answers })
  const quantity = await screen.findByLabelText<HTMLSelectElement>('Quantity')
  fireEvent.change(quantity, { target: { value: '2' } })
  press('Add To Cart')
  expect(await screen.findByText('Added 2x Mug to cart')).toBeTruthy()
  await screen.findByText(/2 .*in your cart/)
  expect(quantity.value).toBe('1')
  expect(screen.getByRole('button', { name: 'Add To Cart' }).getAttribute('aria-disabled')).not.toBe('true')
})

const inPoints = { ...givenLine, usePoints: true, points: 50, quantity: 1 }

test.each([
  ['', [], '2', 'You need 330 points; you have 120.'],
  [' with what waits in the cart', [inPoints], '1', 'Your cart and this together cost 215 points; you have 120.'],
])('warns of missing points before adding to the cart%s, and allows it', async (...given) => {
  const [, merchandisePurchases, quantity, message] = given
  const answers = {
    'GET /merchandise/products/3': givenProduct,
    'GET /carts': { tickets: [], merchandisePurchases },
    'POST /merchandise/purchases': inPoints,
  }
  const { press, lastAsked } = await openShop('/merchandise/3', { role: 'USER', answers })
  fireEvent.change(await screen.findByLabelText('Quantity'), { target: { value: quantity } })
  expect(screen.queryByText(message, { exact: false })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Buy with Points/ }))
  expect(await screen.findByText(message, { exact: false })).toBeTruthy()
  press('Add To Cart')
  await soon(() => expect(lastAsked('POST')?.body).toMatchObject({ quantity: Number(quantity), usePoints: true }))
})

test('keeps the choice of a visitor over the login', async () => {
  const answers = { 'GET /merchandise/products/3': { ...givenProduct, id: 3 } }
  await openShop('/merchandise/3', { answers })
  fireEvent.change(await screen.findByLabelText('Quantity'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('radio', { name: /^Buy with Points/ }))
  const { search } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Please log in to buy' })
  const redirect = new URLSearchParams(search).get('redirect') ?? ''
  closeShop()
  await openShop(redirect, { role: 'USER', answers })
  expect(await screen.findByLabelText('Quantity')).toHaveProperty('value', '2')
  expect(screen.getByRole('radio', { name: /^Buy with Points/ })).toHaveProperty('checked', true)
})

test.each(['?quantity=99', '?quantity=0', '?quantity=x&usePoints=no'])('ignores the choice %s', async (search) => {
  await openShop(`/merchandise/3${search}`, { answers: { 'GET /merchandise/products/3': givenProduct } })
  expect(await screen.findByLabelText('Quantity')).toHaveProperty('value', '1')
  expect(screen.getByRole('radio', { name: /^Buy with Money/ })).toHaveProperty('checked', true)
})
