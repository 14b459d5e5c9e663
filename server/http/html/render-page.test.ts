import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenArtist, givenNews, givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { givenBoughtTickets, givenReservations } from '#server/testing/given-sales.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { type RenderedPage, pageMaker } from './render-page.ts'
import { readTemplate } from './page-template.ts'

const HOSTILE = '</script><script>alert(1)</script>\u2028\u2029 & "quotes" \'and\' __NONCE__ $& <b>'
const html = `<!doctype html><html data-shop-zone="__SHOP_ZONE__"><head><title>Foyer</title><script nonce="__NONCE__"></script><!--page code--></head>
<body><div id="root"><!--prerendered shell--></div><!--embedded answers--></body>`
const shared = { basePath: '/', shopZone: 'Europe/Vienna' }
/** Longer than any page takes, however busy the machine is. */
const patienceMs = 60_000

let shop: TestShop
let make: (address: string) => Promise<RenderedPage>

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://tickets.example/' })
  const start = pageMaker(shop.app, shop.context, { patienceMs })
  make = (address) => start(address).page
})
afterAll(() => shop.close())

function structuredDataIn({ head }: RenderedPage): Record<string, unknown>[] {
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head) ?? []
  return JSON.parse(json)['@graph']
}

function embeddedAnswersIn({ embeddedAnswers }: RenderedPage): Record<string, unknown> {
  const [, json = '{}'] =
    /<script type="application\/json" id="embedded-answers">(.*?)<\/script>/s.exec(embeddedAnswers) ?? []
  return JSON.parse(json)
}

test('describes an event with title, address, shows and prices, and embeds the answers of its calls', async () => {
  const { eventId } = await givenShow(shop.db, { title: 'Three Sisters', price: 4_550 })
  const page = await make(`/event/${eventId}/event-shows`)
  expect(page.status).toBe(200)
  expect(page.head).toContain('<title>Three Sisters – Foyer</title>')
  expect(page.head).toContain(`<link rel="canonical" href="https://tickets.example/event/${eventId}/event-shows">`)
  expect(page.head).toContain('<meta property="og:title" content="Three Sisters">')
  expect(page.prerenderedShell).toContain('<h1>Three Sisters</h1>')
  const [event, trail] = structuredDataIn(page)
  expect(event).toMatchObject({
    '@type': 'TheaterEvent',
    name: 'Three Sisters',
    offers: { lowPrice: '45.50', priceCurrency: 'EUR' },
    subEvent: [
      {
        startDate: expect.stringMatching(/^20.*T\d\d:\d\d:00\+0[12]:00$/),
        eventStatus: 'https://schema.org/EventScheduled',
        performer: { '@type': 'Person' },
        location: { name: 'Old House', address: { addressLocality: 'Wien' } },
        offers: {
          price: '45.50',
          url: `https://tickets.example/event/${eventId}/event-shows`,
          availability: 'https://schema.org/InStock',
          validThrough: expect.stringMatching(/^20/),
        },
      },
    ],
  })
  expect(trail).toMatchObject({ '@type': 'BreadcrumbList' })
  // The calls run at the same time.
  expect(Object.keys(embeddedAnswersIn(page)).toSorted()).toEqual([
    `api/v1/events/${eventId}`,
    `api/v1/eventshows?eventId=${eventId}&pageIndex=0&pageSize=10&when=coming`,
  ])
})

test('marks a show as sold out when its last place is held, and an event without upcoming shows as a work', async () => {
  const userId = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 2, standing: 3 })
  const availability = async () => {
    const [event] = structuredDataIn(await make(`/event/${show.eventId}/event-shows?pageIndex=0&nth=${Math.random()}`))
    const { offers, subEvent } = event as {
      offers: { availability: string }
      subEvent: [{ offers: { availability: string } }]
    }
    return [offers.availability, subEvent[0].offers.availability].map((word) => word.replace('https://schema.org/', ''))
  }
  await givenBoughtTickets(shop.owner, userId, show, { places: show.seatIds })
  expect(await availability()).toEqual(['InStock', 'InStock'])
  await givenReservations(shop.db, show, { userIds: [userId], each: 3 })
  await expect.poll(availability).toEqual(['SoldOut', 'SoldOut'])

  const { eventId } = await givenShow(shop.db, { startsIn: '-1 hour' })
  expect(structuredDataIn(await make(`/event/${eventId}/event-shows`))[0]).toMatchObject({ '@type': 'CreativeWork' })
})

test('answers 404 for unknown records and products that are not on sale', async () => {
  const author = await givenUser(shop.db)
  const pending = await givenProduct(shop.db, { state: 'PENDING', createdBy: author })
  const gone = [
    'event/999999/event-shows',
    'event-show/999999',
    'news/999999',
    'merchandise/999999',
    'artist/9999999999/events',
  ]
  for (const path of [...gone, 'location/999999/event-shows', `merchandise/${pending}`, 'nowhere', '/news']) {
    const page = await make(`/${path}`)
    expect(page.status, path).toBe(404)
    expect(page.head, path).toContain('noindex')
    expect(page.embeddedAnswers, path).toBe('')
  }
  expect((await make(`/merchandise/${await givenProduct(shop.db)}`)).status).toBe(200)
})

test('excludes pages behind the login from search engines', async () => {
  for (const path of ['/login', '/checkout', '/admin', '/invoice/1']) {
    const { status, head, embeddedAnswers } = await make(path)
    expect([status, embeddedAnswers], path).toEqual([200, ''])
    expect(head, path).toContain('<meta name="robots" content="noindex">')
    expect(head, path).not.toContain('canonical')
  }
})

test('embeds the show into its seat page and excludes it from search engines', async () => {
  const { showId } = await givenShow(shop.db, { title: 'Three Sisters' })
  const { head, embeddedAnswers } = await make(`/event-show/${showId}`)
  expect(head).toContain('<title>Three Sisters – Foyer</title>')
  expect(head).toContain('<meta name="robots" content="noindex')
  expect(embeddedAnswers).toContain(`"api/v1/eventshows/${showId}"`)
})

test('names the code of a page in its head, and its styles after the prerendered shell, so that it is painted first', async () => {
  const pageFiles = { show: ['assets/show.css', 'assets/show.js'], event: ['assets/event.css'] }
  const fill = readTemplate({ html, pageFiles, ...shared })
  const { showId, eventId } = await givenShow(shop.db)
  const linksOf = async (path: string) =>
    fill(await make(path), 'NONCE').match(/<link rel="\w+"[^>]*assets\/(show|event)\.(css|js)">/g)
  expect(await linksOf(`/event-show/${showId}`)).toEqual([
    '<link rel="modulepreload" crossorigin fetchpriority="low" href="assets/show.js">',
    '<link rel="stylesheet" crossorigin href="assets/show.css">',
  ])
  expect(await linksOf(`/event/${eventId}/event-shows`)).toEqual([
    '<link rel="stylesheet" crossorigin href="assets/event.css">',
  ])
  const page = fill(await make(`/event/${eventId}/event-shows`), 'NONCE')
  expect(page.indexOf('prerendered-shell')).toBeLessThan(page.indexOf('event.css'))
})

test('escapes hostile texts everywhere', async () => {
  const newsId = await givenNews(shop.db, { title: HOSTILE, summary: HOSTILE, text: HOSTILE })
  const { eventId } = await givenShow(shop.db, { title: HOSTILE, description: HOSTILE, name: HOSTILE })
  const artistId = await givenArtist(shop.db, { stageName: HOSTILE })
  const fill = readTemplate({ html, pageFiles: { newsArticle: ['assets/news.js', 'assets/news.css'] }, ...shared })
  for (const path of [
    `/news/${newsId}`,
    `/event/${eventId}/event-shows`,
    `/artist/${artistId}/events`,
    '/news',
    '/search/event',
  ]) {
    const made = await make(path)
    const page = fill(made, 'THE-NONCE')
    expect(page, path).toContain('<html data-shop-zone="Europe/Vienna">')
    expect(page, path).not.toMatch(/<b>|alert\(1\)</)
    expect(page.match(/<script.*?<\/script>/gs)?.join(), path).not.toMatch(/[\u2028\u2029]/)
    expect(page.match(/THE-NONCE/g), path).toHaveLength(1)
    const scripts = page.match(/<script/g)?.length
    expect(page.match(/<\/script>/g), path).toHaveLength(Number(scripts))
    expect(JSON.stringify(embeddedAnswersIn(made)), path).toContain(JSON.stringify(HOSTILE).slice(1, -1))
  }
  const [article] = structuredDataIn(await make(`/news/${newsId}`))
  expect(article).toMatchObject({ '@type': 'NewsArticle', headline: HOSTILE })
})

test('embeds the filtered list and leaves filters out of the canonical address', async () => {
  const page = await make('/merchandise?name=mug&sortOption=NONSENSE&pageIndex=1')
  expect(Object.keys(embeddedAnswersIn(page))).toEqual(['api/v1/merchandise/products?name=mug&pageIndex=1&pageSize=12'])
  expect(page.head).toContain('<link rel="canonical" href="https://tickets.example/merchandise?pageIndex=1">')
})

test('prerenders the first rows of a list with their links', async () => {
  const { eventId } = await givenShow(shop.db, { title: 'A row of events' })
  const { prerenderedShell } = await make('/search/event?title=A%20row%20of%20events')
  expect(prerenderedShell).toContain(`<h2><a href="event/${eventId}/event-shows">A row of events</a></h2>`)
  expect(prerenderedShell).toContain('<a href="search/location">Location</a>')
  const shows = await make('/search/event-show?eventName=A%20row%20of%20events')
  expect(shows.prerenderedShell).toMatch(/<p>\w{3} 20\d\d\/\d\d\/\d\d \d\d:\d\d · Old House, Wien · from 45\.50 €<\/p>/)
  for (let more = 0; more < 4; more += 1) await givenNews(shop.db, { title: 'One of many' })
  expect((await make('/news?content=One')).prerenderedShell.match(/<li>/g)).toHaveLength(3)
})

test('prerenders the navigation and the visible part of an article', async () => {
  const navigation = /<header>.*<a href="\.\/">Home<\/a><a href="news">News<\/a><a href="merchandise">.*<\/header>/
  const newsId = await givenNews(shop.db, {
    summary: 'Four acts, one lake.',
    text: 'All the world’s a stage. '.repeat(99),
  })
  const { prerenderedShell } = await make(`/news/${newsId}`)
  expect(prerenderedShell).toMatch(navigation)
  expect(prerenderedShell).toContain('<a href="news">← All news</a>')
  const [, text = ''] = /<p>Four acts, one lake\.<\/p><p>(.*)<\/p>/.exec(prerenderedShell) ?? []
  expect(text).toMatch(/^All the world’s a stage\. All/)
  expect(text.length).toBeLessThan(1_500)
  const own = (await make('/checkout')).prerenderedShell
  expect(own).toMatch(navigation)
  expect(own).toContain('<main></main>')
})

test('serves a page without data while the database is unavailable', async () => {
  const lost = await openTestShop()
  const { eventId } = await givenShow(lost.db)
  await lost.db.destroy()
  const page = await pageMaker(lost.app, lost.context, { patienceMs })(`/event/${eventId}/event-shows`).page
  await lost.close()
  expect(page).toMatchObject({ status: 200, embeddedAnswers: '' })
  expect(page.head).not.toContain('noindex')
})

test('serves a page without data while the database is slow', async () => {
  const { eventId } = await givenShow(shop.db)
  let isDone = false
  const impatient = pageMaker(shop.app, shop.context, { patienceMs: 100 })
  const page = await shop.owner.transaction().execute(async (tx) => {
    await sql`lock table events`.execute(tx)
    const { page: early, done } = impatient(`/event/${eventId}/event-shows`)
    void done.then(() => (isDone = true))
    return early.then((rendered) => ({ ...rendered, isDone }))
  })
  expect(page).toMatchObject({ status: 200, embeddedAnswers: '', isDone: false })
  await expect.poll(() => isDone).toBe(true)
  expect(page.head).not.toContain('noindex')
})
