import { expect, type Page, test } from '@playwright/test'
import { casesOf } from './proving.ts'
import { lastShowOf } from './purchase.ts'
import { enterAs, newPerson, shopUrl } from './shop.ts'

type Place = { id: number; rowName: string; seatNumber: number }
type Point = { x: number; y: number }
type Own = { showId: number; name: string }

const SECTOR = 'Stalls, middle'

/** Logs in as a new customer with one seat of an upcoming opera, in the cart or bought. */
async function enterWithSeat(page: Page, { isBought }: { isBought: boolean }): Promise<Own> {
  const person = newPerson('Kosmač')
  const { request } = page
  await request.post(shopUrl('api/v1/users'), { data: person })
  const authorization = await (await request.post(shopUrl('api/v1/authentication'), { data: person })).text()
  const call = { headers: { authorization } }
  const ask = async (path: string) => (await request.get(shopUrl(`api/v1/${path}`), call)).json()
  const showId = await lastShowOf(page)
  const plan = await ask(`seatingplans/event-show/${showId}`)
  const taken = await ask(`tickets/reservations?eventShowId=${showId}&seatingPlanId=${plan.id}`)
  const isTaken = new Set(taken.elements.map(({ placeId }: { placeId: number }) => placeId))
  const { places } = plan.sectors.find(({ name }: { name: string }) => name === SECTOR) as { places: Place[] }
  const seat = places.slice(100).find(({ id }) => !isTaken.has(id))
  if (!seat) throw new Error('The stalls are sold out')
  const reserved = await request.post(shopUrl('api/v1/tickets'), {
    ...call,
    data: { eventShowId: showId, seatingPlanPlaceIds: [seat.id] },
  })
  const { elements } = (await reserved.json()) as { elements: { id: number }[] }
  if (isBought) {
    const userPaymentInfoDto = { firstName: person.firstName, lastName: person.lastName, address: 'Ringstraße 1' }
    const ticketIds = elements.map(({ id }) => id)
    const data = { userPaymentInfoDto, paymentType: 'VISA', ticketIds, merchandiseIds: [] }
    expect((await request.post(shopUrl('api/v1/orders'), { ...call, data })).status()).toBe(201)
  }
  await enterAs(page.context(), person)
  return { showId, name: `${SECTOR}, row ${seat.rowName}, seat ${seat.seatNumber}` }
}

/** Logs in as a new customer without a seat. */
async function enterWithoutSeat(page: Page): Promise<void> {
  const person = newPerson('Zupan')
  await page.request.post(shopUrl('api/v1/users'), { data: person })
  await enterAs(page.context(), person)
}

/** Returns the centre of the marks on the map in page coordinates; undefined without marks. */
function findMark(page: Page): Promise<Point | undefined> {
  return page.evaluate(() => {
    const canvas = [...document.querySelectorAll('canvas')].at(-1)
    const ctx = canvas?.getContext('2d')
    if (!canvas || !ctx) return undefined
    const { data, width } = ctx.getImageData(0, 0, canvas.width, canvas.height)
    let [count, x, y] = [0, 0, 0]
    for (let at = 3; at < data.length; at += 4) {
      if ((data[at] ?? 0) < 200) continue
      count += 1
      x += ((at - 3) / 4) % width
      y += Math.floor((at - 3) / 4 / width)
    }
    const box = canvas.getBoundingClientRect()
    const scale = box.width / canvas.width
    return count === 0 ? undefined : { x: box.x + (x / count) * scale, y: box.y + (y / count) * scale }
  })
}

const inCart = [false, 'In your cart', 'in your cart', (name: string) => `${name} is in your cart.`] as const
const bought = [
  ...([true, 'Your ticket', 'your ticket'] as const),
  (name: string) => `You already have the ticket for ${name}.`,
] as const
const ownSeats = casesOf<typeof inCart | typeof bought>({ gate: [bought], all: [inCart, bought] })

for (const [isBought, sign, word, sentence] of ownSeats) {
  test(`marks a ${word} seat on the map and in the list and does not offer it again`, async ({ page }) => {
    const { showId, name } = await enterWithSeat(page, { isBought })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(shopUrl(`event-show/${showId}`))
    await expect(page.getByRole('list', { name: 'Legend' }).getByText(sign)).toBeVisible()
    await page.locator('canvas').last().scrollIntoViewIfNeeded()

    // Zooms in around the mark until the mouse is over a seat instead of a sector.
    const tip = page.locator('[aria-hidden]', { hasText: name }).last()
    await expect(async () => {
      const mark = await findMark(page)
      expect(mark).toBeDefined()
      await page.mouse.wheel(0, -200)
      await page.mouse.move(mark?.x ?? 0, mark?.y ?? 0, { steps: 2 })
      await expect(tip).toContainText(sign, { timeout: 200 })
    }).toPass({ intervals: [100] })
    const mark = await findMark(page)
    await page.mouse.click(mark?.x ?? 0, mark?.y ?? 0)
    const panel = page.getByRole('complementary', { name: 'Your tickets' })
    await expect(panel.getByRole('note')).toHaveText(sentence(name))
    await expect(panel).toContainText('0 tickets')

    await page.getByText('List', { exact: true }).click()
    await page.getByRole('button', { name: new RegExp(`^${SECTOR} `) }).click()
    const [, seat = ''] = name.split(/, (?=row)/)
    const cell = page.getByRole('gridcell', { name: new RegExp(`^${seat}, .+ €, ${word}$`, 'i') })
    await expect(cell).toHaveAttribute('aria-disabled', 'true')
  })
}

test('shows no own mark and no legend entry without an own seat', async ({ page }) => {
  const { showId } = await enterWithSeat(page, { isBought: true })
  await enterWithoutSeat(page)
  const tickets = page.waitForResponse(/users\/tickets/)
  await page.goto(shopUrl(`event-show/${showId}`))
  await tickets
  const legend = page.getByRole('list', { name: 'Legend' })
  await expect(legend.getByText('Your selection')).toBeVisible()
  await expect(legend.getByText('Your ticket')).toBeHidden()
  expect(await findMark(page)).toBeUndefined()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } })

  test('names a tapped seat until the map moves, and keeps it under the finger', async ({ page }) => {
    const { showId } = await enterWithSeat(page, { isBought: false })
    await enterWithoutSeat(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(shopUrl(`event-show/${showId}`))
    await page.getByRole('button', { name: 'Next free seat' }).click()
    const select = page.getByRole('button', { name: /^Select / })
    const [, name = ''] = /^Select (.+), \d+\.\d\d €$/.exec((await select.getAttribute('aria-label')) ?? '') ?? []
    await select.click()
    const panel = page.getByRole('complementary', { name: 'Your tickets', includeHidden: true })
    await expect(panel).toContainText('1 ticket')
    const mark = await findMark(page)
    await page.touchscreen.tap(mark?.x ?? 0, mark?.y ?? 0)
    await expect(panel, 'a tap on a chosen seat lets it go').toContainText('0 tickets')
    const tip = page.locator('[aria-hidden]', { hasText: name }).last()
    await expect(tip).toContainText('free')
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect(tip).toBeHidden()

    await page.getByRole('button', { name: 'Show the whole plan' }).click()
    await page.locator('canvas').last().tap()
    await page.getByRole('button', { name: 'Next free seat' }).click()
    const { x, y } = (await findMark(page)) ?? { x: 0, y: 0 }
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    for (const tickets of ['1 ticket,', '0 tickets,', '1 ticket,']) {
      // The panel at the bottom comes and goes with the only ticket.
      await page.touchscreen.tap(x, y)
      await expect(panel).toContainText(tickets)
    }
  })

  test('leaves a second quick tap to the map when the tickets appear under it', async ({ page }) => {
    await enterWithoutSeat(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(shopUrl(`event-show/${await lastShowOf(page)}`))
    await page.locator('canvas').last().tap()
    await page.getByRole('button', { name: 'Next free seat' }).click()
    const panel = page.getByRole('complementary', { name: 'Your tickets', includeHidden: true })
    const reserve = panel.getByRole('button', { name: 'Reserve Selected Tickets', includeHidden: true }).first()
    const touched = await reserve.evaluateHandle((button) => {
      const results: boolean[] = []
      const note = () => {
        const { x, y, width, height } = button.getBoundingClientRect()
        results.push(button.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
      }
      const aside = button.closest('aside')
      if (aside) new MutationObserver(note).observe(aside, { attributeFilter: ['data-empty'] })
      return results
    })
    await page.getByRole('button', { name: /^Select / }).click()
    await expect(panel).toContainText('1 ticket')
    expect(await touched.jsonValue(), 'the button when it appears').toEqual([false])
    await reserve.click()
    await expect(page).toHaveURL(/checkout/)
  })
})
