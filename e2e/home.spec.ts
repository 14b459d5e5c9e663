import { expect, test } from '@playwright/test'
import { shopUrl } from './shop.ts'

test('pages through the news and ranks the top sellers on the home page', async ({ page }) => {
  await page.goto(shopUrl())
  const news = page.getByRole('region', { name: 'The most recent News Articles' })
  const pageOf = (number: number) => news.getByRole('group', { name: `Page ${number} of 7` })
  const dots = news.getByRole('tab', { name: /^Page \d of 7$/ })
  const [back, on] = [
    news.getByRole('button', { name: 'Previous news' }),
    news.getByRole('button', { name: 'More news' }),
  ]
  await expect(dots).toHaveCount(7)
  await expect(back).toBeDisabled()
  await expect(pageOf(1).getByRole('link')).toHaveCount(3)
  await on.click()
  await expect(pageOf(2).getByRole('link')).toHaveCount(3)
  await expect(pageOf(2)).toBeInViewport()
  await expect(pageOf(1)).not.toBeInViewport()
  await dots.last().click()
  await expect(on).toBeDisabled()
  await expect(pageOf(7)).toBeInViewport()
  await dots.first().click()
  await expect(pageOf(1)).toBeInViewport()

  const chart = page.getByRole('region', { name: /^Top Sellers/ })
  const entries = chart.getByRole('listitem')
  await expect(entries).toHaveCount(10)
  const boxes = await entries.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()))
  expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(2)
  expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(5)
  await chart.getByLabel('Event type').selectOption('Opera')
  await expect(page.getByRole('heading', { name: 'Top Sellers for Opera in the last 30 days' })).toBeVisible()

  await pageOf(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/news\/\d+$/)
})
