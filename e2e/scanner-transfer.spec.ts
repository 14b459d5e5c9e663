import { expect, type Page, test } from '@playwright/test'
import { type Entrance, openEntrance, openScanner, typeCode, verdict } from './entrance.ts'
import { inMailTo } from './mails.ts'
import { FULL } from './proving.ts'
import { readQrCode } from './read-qr-code.ts'
import { enterAs, fillRegistration, givenAccount, logIn, newPerson, shopUrl } from './shop.ts'

let entrance: Entrance

test.beforeAll(async ({ playwright }, info) => {
  entrance = await openEntrance(playwright.request, info)
})
test.afterAll(() => entrance.close())

/** Offers a ticket of the customer to another person, and returns the link of the mail. */
async function offer(page: Page, ticketId: number | undefined, email: string): Promise<string> {
  await page.goto(shopUrl(`ticket/${ticketId}`))
  await page.getByRole('button', { name: 'Give to Another Person' }).click()
  await page.getByLabel(/^Email address of the other person/).fill(email)
  await page.getByRole('button', { name: 'Send Offer' }).click()
  await expect(page.getByRole('region', { name: 'Give away or protect' })).toContainText(`Offered to ${email}`)
  return inMailTo(email, /https?:\S+ticket-transfer\?token=[\w-]+/)
}

/** Accepts the offered ticket, and returns its new code. */
async function accept(page: Page): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'Accept Ticket' }).click()
  return readQrCode(page.getByRole('img', { name: 'QR code of the ticket' }))
}

test(
  'refuses the old codes of tickets that were given to people with and without an account',
  { tag: FULL },
  async () => {
    const [seventh = '', eighth = ''] = entrance.codes.slice(6)
    const [giver, known, stranger] = [
      await entrance.browser.newContext(),
      await entrance.browser.newContext(),
      await entrance.browser.newContext(),
    ]
    await enterAs(giver, entrance.customer)
    const giving = await giver.newPage()
    const friend = await givenAccount(known.request)
    await enterAs(known, friend)
    const receiving = await known.newPage()
    await receiving.goto(await offer(giving, entrance.ids[6], friend.email))
    const renewed = await accept(receiving)

    const newcomer = newPerson()
    const joining = await stranger.newPage()
    await joining.goto(await offer(giving, entrance.ids[7], newcomer.email))
    await joining.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await fillRegistration(joining, newcomer)
    await logIn(joining, newcomer)
    await accept(joining)

    const page = await openScanner(entrance)
    for (const old of [seventh, eighth]) {
      await typeCode(page, old)
      await expect(verdict(page)).toContainText('Old code: a newer one has replaced it')
      await typeCode(page, 'no code of a ticket')
      await expect(verdict(page)).toContainText('Not one of our tickets')
    }
    await typeCode(page, renewed)
    await expect(verdict(page)).toContainText('Admitted')
    await Promise.all([page, giving, receiving, joining].map((each) => each.context().close()))
  },
)
