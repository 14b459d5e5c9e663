import { FULL } from './proving.ts'
import { expect, test } from '@playwright/test'
import { enterAs, givenAccount, shopUrl } from './shop.ts'

test('filters news while typing, opens an article and follows its link to the shows of its event', async ({ page }) => {
  await page.goto(shopUrl('news'))
  const list = page.getByRole('list', { name: 'News articles' })
  await expect(list.getByRole('listitem')).toHaveCount(15)
  await expect(page.getByText(/^\.\.\. and \d+ more result\(s\)$/)).toBeVisible()
  await expect(page.getByLabel('Read or unread')).toHaveCount(0)

  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/pageIndex=1/)
  await page.getByLabel('News content').fill('carmen')
  await expect(page).toHaveURL(/news\?content=carmen$/)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Her first Carmen in Vienna')
  await page.getByRole('link', { name: /^View Shows of / }).click()
  await expect(page).toHaveURL(/\/event\/\d+\/event-shows$/)

  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('News content')).toHaveValue('carmen')
  await page.getByLabel('News content').fill('no article says this')
  await expect(
    page.getByText("We're sorry - there is currently no news article which matches your requirements"),
  ).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Reset Filters' }).last().click()
  await expect(list.getByRole('listitem')).toHaveCount(15)
  await expect(page.getByLabel('News content')).toHaveValue('')
})

test('marks an article as read when opened', { tag: FULL }, async ({ page, context, request }) => {
  await enterAs(context, await givenAccount(request))
  await page.goto(shopUrl())
  await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
  const list = page.getByRole('list', { name: 'News articles' })
  await expect(list.getByText('Unread')).toHaveCount(15)
  const first = list.getByRole('link').first()
  const title = await first.innerText()
  const marked = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /news\/\d+$/.test(answer.url()),
  )
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  expect((await marked).status()).toBe(204)

  await page.getByRole('link', { name: 'All news' }).click()
  await page.getByLabel('Read or unread').selectOption('Read')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('link')).toHaveText(title)
  await page.getByLabel('Read or unread').selectOption('Unread')
  await expect(page).toHaveURL(/read=false/)
  await expect(list.getByRole('listitem')).toHaveCount(15)
  await expect(list.getByRole('link', { name: title })).toHaveCount(0)
})

test('filters news by day and keeps the day in the address', async ({ page }) => {
  await page.goto(shopUrl('news'))
  await page.getByRole('button', { name: /^Published after/ }).click()
  const calendar = page.getByRole('dialog')
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await calendar.getByRole('button', { name: /^10 / }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Published after/ })).toBeFocused()
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByText(/there is currently no news article/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Published after', { exact: true })).toHaveValue(/^\d{4}\/\d{2}\/10 00:00$/)
  await page.getByRole('button', { name: 'Clear Published after' }).click()
  await expect(page.getByRole('list', { name: 'News articles' }).getByRole('listitem')).toHaveCount(15)
  await expect(page).toHaveURL(/\/news$/)
})
