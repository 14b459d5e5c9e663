import { FULL } from './proving.ts'
import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { logIn, newPerson, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

const SHOW = 300
const api = (path: string) => shopUrl(`api/v1/${path}`)

test(
  'shows a sale and its refund in the figures of the show and in the CSV of the day',
  { tag: FULL },
  async ({ page, request }) => {
    await page.goto(shopUrl(`admin/shows/${SHOW}/figures`))
    await logIn(page, ADMIN)
    const total = page.getByLabel('Total', { exact: true })
    await expect(total).toBeVisible()
    const before = await countsIn((await total.textContent()) ?? '')
    await sellTwoAndRefundOne(request)

    await page.reload()
    await expect(async () => {
      const after = await countsIn((await total.textContent()) ?? '')
      expect(after).toEqual({ sold: before.sold + 2, returned: before.returned + 1 })
    }).toPass()

    await page.goto(shopUrl('admin/figures?period=TODAY'))
    await expect(page.getByRole('table', { name: 'By event type' })).toBeVisible()
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'VAT by invoice (CSV)' }).click()
    const file = await started
    expect(file.suggestedFilename()).toBe('accounting.csv')
    const [header, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(header).toBe('\uFEFFNumber;Type;Date;Payment type;Customer;VAT %;Net;VAT;Gross;Cancels')
    const [sale, refund] = lines.slice(-2).map((line) => line.split(';'))
    expect([sale?.[1], refund?.[1], refund?.[9]]).toEqual(['NORMAL', 'CANCEL', sale?.[0]])
    const cents = (text = '') => Number(text.replace(',', ''))
    expect(cents(sale?.[8])).toBe(-2 * cents(refund?.[8]))
  },
)

async function countsIn(text: string): Promise<{ sold: number; returned: number }> {
  const [, sold = '', returned = ''] = /Tickets sold([\d,]+)Tickets returned([\d,]+)Points/.exec(text) ?? []
  return { sold: Number(sold.replaceAll(',', '')), returned: Number(returned.replaceAll(',', '')) }
}

async function sellTwoAndRefundOne(request: APIRequestContext): Promise<void> {
  const person = newPerson()
  await request.post(api('users'), { data: person })
  const login = await request.post(api('authentication'), { data: person })
  const headers = { authorization: await login.text() }
  const reserved = await request.post(api('tickets/best-available'), {
    headers,
    data: { eventShowId: SHOW, quantity: 2 },
  })
  expect(reserved.ok(), await reserved.text()).toBe(true)
  const ticketIds = (await reserved.json()).elements.map(({ id }: { id: number }) => id)
  const userPaymentInfoDto = { firstName: person.firstName, lastName: person.lastName, address: 'Ring 1' }
  const data = { userPaymentInfoDto, paymentType: 'VISA', ticketIds }
  expect((await request.post(api('orders'), { headers, data })).ok()).toBe(true)
  expect((await request.put(api(`tickets/${ticketIds[0]}/cancelation`), { headers })).ok()).toBe(true)
}
