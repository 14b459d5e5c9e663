import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { FULL } from './proving.ts'
import { shopUrl } from './shop.ts'

const onDesktop = { colorScheme: 'light', width: 1280, address: 'api/docs', isOpen: false } as const
const onPhone = { colorScheme: 'dark', width: 360, address: 'api/docs#/tickets/reserveTickets', isOpen: true } as const

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const ACCESS = 'Access: customer, with a confirmed email address.'

/** Opens the API reference and collects errors, policy violations and requests to other hosts. */
async function openReference(page: Page, address: string): Promise<string[]> {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(new URL(shopUrl()).origin) && !url.startsWith('data:')) faults.push(url)
  })
  await page.goto(shopUrl(address))
  await expect(page.getByRole('heading', { level: 1, name: 'Foyer API' })).toBeVisible()
  return faults
}

for (const { colorScheme, width, address, isOpen } of [onDesktop, onPhone]) {
  test(
    `shows guide, problems and calls of the API under the strict policy, ${colorScheme}, ${width} px`,
    { tag: FULL },
    async ({ browser }) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
      const faults = await openReference(page, address)
      await expect(page.getByRole('heading', { name: 'Retries' })).toBeVisible()
      await expect(page.getByRole('row', { name: /^seats_taken 409 Stalls, row C, seat 14/ })).toBeVisible()
      await expectNoViolations(page, 'the reference', { standards })

      const call = page.locator('#operations-tickets-reserveTickets')
      if (!isOpen) {
        await page.locator('#operations-tag-tickets').getByRole('button').click()
        await call.getByRole('button', { name: /Reserve places/ }).click()
      }
      await expect(call.getByText(ACCESS)).toBeVisible()
      await expect(call.getByText('A unique key per order')).toBeVisible()
      await expect(call.getByText('seatingPlanPlaceIds').first()).toBeVisible()
      const conflict = call.getByRole('row', { name: /^409/ })
      await conflict.getByRole('combobox', { name: /^Example/ }).selectOption('seats_taken')
      await expect(conflict.getByText('Stalls, row C, seat 14 was just taken by someone else.')).toBeVisible()
      await expectNoViolations(page, 'an open call', { standards, part: '#operations-tickets-reserveTickets' })
      expect(await scrollSideways(page)).toBe(0)
      expect(faults).toEqual([])
      await page.close()
    },
  )
}
