import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { download, enterAs, type Person, readPdf, shopUrl } from './shop.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { isProving } from './proving.ts'
import { openSettled } from './settled-page.ts'
import { ADMIN } from './started-shop.ts'
import { fillShop, type UntrustedShop } from './untrusted-shop.ts'
import { untrustedTexts } from './untrusted-texts.ts'

// The created records stay in the shop, so this is the last journey with the shop of its worker.

const MARK = 'canary'

/** Records executed scripts, external requests and policy violations. */
async function watch(context: BrowserContext): Promise<string[]> {
  const incidents: string[] = []
  await context.exposeFunction(MARK, () => void incidents.push('a script ran'))
  await context.exposeFunction('violated', (what: string) => void incidents.push(`the policy was broken: ${what}`))
  await context.addInitScript(() => {
    const { violated } = globalThis as unknown as { violated: (what: string) => void }
    addEventListener('securitypolicyviolation', (event) => violated(`${event.violatedDirective} ${event.blockedURI}`))
  })
  context.on('dialog', (dialog) => {
    incidents.push(`a dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (['data:', 'blob:'].includes(protocol) || origin === new URL(shopUrl()).origin) return
    incidents.push(`something was fetched: ${request.url()}`)
  })
  // Shows all elements on one page of every list.
  await context.route(/pageSize=\d+/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/pageSize=\d+/, 'pageSize=100'),
    }),
  )
  return incidents
}

/** Returns elements that texts must not create. */
function unwanted(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          [...element.attributes].some(
            ({ name, value }) =>
              name.startsWith('on') ||
              name === 'srcdoc' ||
              (['href', 'src', 'action', 'data'].includes(name) && /^\s*javascript:|elsewhere/i.test(value)),
          ) || ['IFRAME', 'OBJECT', 'EMBED', 'MATH', 'VIDEO', 'DETAILS'].includes(element.tagName),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )
}

async function look(page: Page, path: string, isShown: boolean): Promise<void> {
  await openSettled(page, path)
  if (isShown) await expect(page.getByRole('main'), path).toContainText(MARK)
  expect(await unwanted(page), path).toEqual([])
  expect(await scrollSideways(page), `${path} scrolls sideways`).toBe(0)
}

const asked = encodeURIComponent(`"><img src=x onerror=${MARK}()>`)

/** The pages per user; those in `shown` contain a text. */
const journeys = (shop: UntrustedShop): { who?: Person | typeof ADMIN; shown: string[]; others: string[] }[] => [
  {
    shown: [
      ...shop.articles.map((id) => `news/${id}`),
      '',
      `news?content=${MARK}`,
      `merchandise?name=${MARK}`,
      `merchandise/${shop.product}`,
      `search/event?title=${MARK}`,
      `search/event-show?name=${MARK}`,
      `event/${shop.event}/event-shows`,
      `location/${shop.location}/event-shows`,
    ],
    others: [
      `artist/${shop.artist}/events`,
      `search/event?title=${asked}&description=${asked}`,
      `news?content=${asked}&from=${asked}`,
      `login?redirect=javascript:${MARK}()`,
      `password-reset?reset-token=${asked}`,
      `no/such/${asked}`,
    ],
  },
  {
    who: shop.customer,
    shown: ['', 'checkout', `event-show/${shop.show}`, 'user-tickets', `invoice/${shop.invoice}`, 'user-page'],
    others: ['user-invoices'],
  },
  {
    who: ADMIN,
    shown: ['admin', `merchandise/${shop.product}`],
    others: ['event-show/create', 'news/create'],
  },
]

/** The first page of visitors that shows a text. */
const firstOf = (shop: UntrustedShop) =>
  journeys(shop)
    .slice(0, 1)
    .map((journey) => ({ ...journey, shown: journey.shown.slice(0, 1), others: [] }))

type Look = { readonly options: object; readonly visits: ReturnType<typeof journeys> }

async function lookAround(browser: Browser, { options, visits }: Look): Promise<void> {
  for (const { who, shown, others } of visits) {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    if (who) await enterAs(context, who)
    const incidents = await watch(context)
    const page = await context.newPage()
    for (const path of shown) await look(page, path, true)
    for (const path of others) await look(page, path, false)
    expect(incidents).toEqual([])
    await context.close()
  }
}

test('shows about 300 attack texts as plain text on every page, also without the policy', async ({
  browser,
  request,
}) => {
  const shop = await fillShop(request)
  await lookAround(browser, {
    options: { viewport: { width: 320, height: 640 }, bypassCSP: true },
    visits: journeys(shop),
  })
  await lookAround(browser, {
    options: { viewport: { width: 1280, height: 800 } },
    visits: isProving ? journeys(shop) : firstOf(shop),
  })

  const context = await browser.newContext()
  await enterAs(context, shop.customer)
  const page = await context.newPage()
  await page.goto(shopUrl(`invoice/${shop.invoice}`))
  const invoice = await readPdf(await download(page, 'Download Invoice'))
  expect(invoice.text).toContain(`<script>${MARK}()</script>`)
  await context.close()
})

test('control: the same texts run as HTML', async ({ browser }) => {
  const context = await browser.newContext({ bypassCSP: true })
  const incidents = await watch(context)
  await context.route('**/elsewhere.invalid/**', (route) => route.fulfill({ status: 204 }))
  const page = await context.newPage()
  await page.goto(shopUrl('no/such/page'))
  await page.evaluate((texts) => {
    for (const text of texts) document.body.append(document.createRange().createContextualFragment(text))
  }, untrustedTexts)
  await expect.poll(() => incidents.filter((what) => what === 'a script ran').length).toBeGreaterThan(20)
  expect(incidents.join()).toContain('something was fetched')
  expect((await unwanted(page)).length).toBeGreaterThan(50)
  await context.close()
})
