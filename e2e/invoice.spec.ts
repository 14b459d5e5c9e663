import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { extractImages, extractText, getDocumentProxy } from 'unpdf'
import { png } from './pictures.ts'
import { download, enterAs, shopUrl } from './shop.ts'
import { ADMIN, CUSTOMER } from './started-shop.ts'

const LETTERS_OF_ANOTHER_ALPHABET = '红楼梦海报，限量版，由艺术家亲笔签名并编号'.repeat(6)

test('prints every character on an invoice, also those that its font lacks', async ({ page, context, request }) => {
  const invoiceId = await buyPoster(request, LETTERS_OF_ANOTHER_ALPHABET)
  await enterAs(context, CUSTOMER)
  await page.goto(shopUrl(`invoice/${invoiceId}`))
  const file = await readFile(await (await download(page, 'Download Invoice')).path())
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { text } = await extractText(pdf, { mergePages: true })
  expect(text).toContain('Żeromskiego 4')
  expect(text).toContain('12.90 €')

  const pictures = await extractImages(pdf, 1)
  const [name, ...lines] = pictures
  expect(name?.height).toBeGreaterThan(50)
  // The product's name is wrapped in its column.
  expect(lines.length).toBeGreaterThanOrEqual(2)
  for (const { width } of lines.slice(0, -1)) expect(width).toBeGreaterThan(1_200)
  for (const { width } of pictures) expect(width).toBeLessThan(1_400)
  // A machine without fonts for them shows a box per character.
  for (const { data, channels } of pictures)
    expect(new Set(data.filter((_, at) => at % channels === 0)).size).toBeGreaterThan(1)
})

/** Buys a poster of this name as a customer with an unusual name and returns the invoice. */
async function buyPoster(request: APIRequestContext, name: string): Promise<string> {
  const poster = { name, description: 'A poster', price: 1_290, points: 0, stock: 5, itemsPerCustomer: 5 }
  const image = await send(request, ADMIN, 'images', { multipart: { file: png } })
  const product = await send(request, ADMIN, 'merchandise/products', { data: { ...poster, imageId: image.id } })
  const wish = { merchandiseProductId: product.id, quantity: 1 }
  const purchase = await send(request, CUSTOMER, 'merchandise/purchases', { data: wish })
  const userPaymentInfoDto = { firstName: '明', lastName: '李', address: 'Żeromskiego 4, Łódź' }
  const order = { userPaymentInfoDto, paymentType: 'VISA', merchandiseIds: [purchase.id] }
  return (await send(request, CUSTOMER, 'orders', { data: order })).id
}

type Sent = Pick<NonNullable<Parameters<APIRequestContext['post']>[1]>, 'data' | 'multipart'>

async function send(request: APIRequestContext, who: typeof CUSTOMER, path: string, sent: Sent) {
  const login = await request.post(shopUrl('api/v1/authentication'), { data: who })
  const headers = { authorization: await login.text() }
  const answer = await request.post(shopUrl(`api/v1/${path}`), { ...sent, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}
