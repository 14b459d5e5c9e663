import { expect, type Page, test } from '@playwright/test'
import { disguised, heavy, png } from './pictures.ts'
import { FULL } from './proving.ts'
import { enterAs, givenAccount, logIn, shopUrl } from './shop.ts'
import { ADMIN, CUSTOMER } from './started-shop.ts'

function products(page: Page) {
  return page.getByRole('list', { name: 'Products' }).getByRole('listitem')
}

async function shownPrices(page: Page): Promise<number[]> {
  const texts = await products(page).allInnerTexts()
  return texts.map((text) => Number(/(\d+\.\d{2}) €/.exec(text)?.[1]))
}

test('filters and sorts products as a visitor, and returns after the login to buy', async ({ page }) => {
  await page.goto(shopUrl('merchandise'))
  await expect(products(page)).toHaveCount(12)
  await page.getByLabel('Minimum price (€)').fill('20')
  await page.getByLabel('Maximum price (€)').fill('30,5')
  await expect(page).toHaveURL(/priceLowerBound=2000&priceUpperBound=3050/)
  await page.getByLabel('Sort by').selectOption('Price Desc.')
  await expect(page).toHaveURL(/sortOption=PRICE_DESCENDING/)
  await expect(page.getByRole('list', { name: 'Products' })).toHaveAttribute('aria-busy', 'false')
  const prices = await shownPrices(page)
  expect(prices.length).toBeGreaterThan(2)
  expect(prices).toEqual(prices.toSorted((one, other) => other - one))
  expect(Math.max(...prices)).toBeLessThanOrEqual(30.5)
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(20)

  await page.goto(shopUrl('merchandise?name=mug'))
  await page.getByRole('link', { name: /mug/ }).first().click()
  await page.getByRole('link', { name: 'Please log in to buy' }).click()
  await logIn(page, CUSTOMER)
  await expect(page).toHaveURL(/\/merchandise\/\d+$/)
  await expect(page.getByRole('button', { name: 'Add To Cart' })).toBeVisible()
})

test('reports an invalid amount instead of searching', async ({ page }) => {
  await page.goto(shopUrl('merchandise'))
  await page.getByLabel('Minimum price (€)').fill('a lot')
  await page.getByLabel('Minimum price (€)').blur()
  await expect(page.getByText('Value is not valid')).toBeVisible()
  await expect(page).toHaveURL(/merchandise$/)
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect(page.getByText('Value is not valid')).toHaveCount(0)
  await expect(page.getByLabel('Minimum price (€)')).toHaveValue('')
})

test('adds a product to the cart for money and points, up to its limit', async ({ page, context, request }) => {
  await enterAs(context, await givenAccount(request))
  await page.goto(shopUrl('merchandise?name=interval'))
  await page.getByRole('link', { name: /mug/ }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('mug')
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await expect(page.getByText('16.50 €').last()).toBeVisible()
  await expect(page.getByLabel('Quantity').getByRole('option')).toHaveCount(6)

  await page.getByLabel('Quantity').selectOption('2')
  await expect(page.getByText('33.00 €')).toBeVisible()
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(page.getByText(`Added 2x ${name} to cart`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()

  await page.getByRole('radio', { name: /Buy with Points/ }).check()
  await page.getByLabel('Quantity').selectOption('2')
  await expect(page.getByText('330 points', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 4 items' })).toBeVisible()

  await page.getByLabel('Quantity').selectOption('3')
  await expect(page.getByText(/limit 6 per customer/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add To Cart' })).toBeDisabled()
})

test('disables points for products without a price in points', async ({ page }) => {
  await page.goto(shopUrl('merchandise?name=music+box'))
  await page
    .getByRole('link', { name: /Music box/ })
    .first()
    .click()
  await expect(page.getByRole('radio', { name: /Buy with Points/ })).toBeDisabled()
  await expect(page.getByText("This product can't be bought with points.")).toBeVisible()
})

test(
  'shows an offered product to its author only until an administrator publishes it',
  { tag: FULL },
  async ({ page, context, request, browser }) => {
    const name = `Opera glasses ${Date.now()}`
    await enterAs(context, await givenAccount(request))
    await page.goto(shopUrl())
    await page.getByRole('banner').getByRole('link', { name: 'Merchandise' }).click()
    await page.getByRole('link', { name: 'Create Merchandise' }).click()
    await expect(page.getByText(/An administrator reviews your product/)).toBeVisible()
    for (const [label, value] of Object.entries({ Price: '0', Points: '0', Stock: '1', 'Items per customer': '1' }))
      await expect(page.getByLabel(new RegExp(`^${label}`))).toHaveValue(value)

    await page.getByRole('button', { name: 'Create Merchandise' }).click()
    await expect(page.getByText('Product not created - please check your inputs')).toBeVisible()
    await expect(page.getByText('Image is required')).toBeVisible()
    await expect(page.getByText('The minimum value allowed is 0.01')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()

    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Description').fill('To see who else came.')
    await page.getByLabel('Price (€)').fill('49.90')
    const file = page.locator('input[type=file]')
    await file.setInputFiles(disguised)
    await expect(page.getByText('Only PNG images are accepted.')).toBeVisible()
    await file.setInputFiles(heavy)
    await expect(page.getByText('The image is too large. PNG images of up to 1 MB are accepted.')).toBeVisible()
    await file.setInputFiles(png)
    await expect(page.getByText('Successfully uploaded image')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
    await page.getByRole('button', { name: 'Create Merchandise' }).click()
    await expect(page.getByText('successfully created item')).toBeVisible()
    await expect(page).toHaveURL(/\/merchandise$/)

    await page.getByLabel('Name').fill(name)
    await expect(products(page)).toHaveCount(1)
    await expect(products(page).first()).toContainText('Pending')
    const stranger = await browser.newPage()
    await stranger.goto(shopUrl(`merchandise?name=${encodeURIComponent(name)}`))
    await expect(
      stranger.getByText("We're sorry - there is currently no product which matches your requirements"),
    ).toBeVisible()

    const office = await browser.newContext()
    await enterAs(office, ADMIN)
    const desk = await office.newPage()
    await desk.goto(shopUrl(`merchandise?name=${encodeURIComponent(name)}`))
    await products(desk).first().getByRole('link').first().click()
    await desk.getByRole('button', { name: 'Publish' }).click()
    await expect(desk.getByText(`${name} is on sale`)).toBeVisible()

    await desk.getByRole('link', { name: 'Edit Product' }).click()
    const form = desk.getByRole('form', { name: 'Edit Product' })
    await expect(form.getByLabel('Price (€)')).toHaveValue('49.90')
    await form.getByLabel('Price (€)').fill('nothing')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByLabel('Price (€)')).toBeFocused()
    await form.getByLabel('Price (€)').fill('39,90')
    await form.getByLabel('Stock').fill('8')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(desk.getByText('Product saved')).toBeVisible()
    await desk.getByLabel('Search by name').fill(name)
    await expect(desk.getByRole('article').filter({ hasText: name })).toContainText('39.90 € · 8 left')
    await office.close()
    await stranger.reload()
    await expect(products(stranger)).toHaveCount(1)
    await stranger.close()
  },
)
