import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { firstFilters } from '#contract/first-filters.ts'
import { pages } from '#contract/pages.ts'
import { givenLocation, givenPaged } from './testing/sample-data.ts'
import { closeShop, openShop, soon } from './testing/shop-rig.tsx'

afterEach(closeShop)

type Fields = Record<string, string>

const searches: [path: string, call: string, typed: Fields, sent: Fields][] = [
  [
    '/search/event',
    'GET /events?',
    { Title: 'tosca', Description: 'sings', Type: 'OPERA', Days: '1', Hours: '2', Minutes: '30' },
    { title: 'tosca', description: 'sings', type: 'OPERA', duration: '95400' },
  ],
  [
    '/search/artist',
    'GET /artists?',
    { 'First name': 'Maria', 'Last name': 'Lind', 'Stage name': 'Moth' },
    { firstName: 'Maria', lastName: 'Lind', stageName: 'Moth' },
  ],
  [
    '/search/event-show',
    'GET /eventshows?',
    {
      'Show name': 'premiere',
      'Event name': 'tosca',
      'Duration in hours': '2.5',
      'Minimum price (€)': '10',
      'Maximum price (€)': '99,90',
      Artist: 'Lind',
      Venue: 'Opera',
      City: 'Wien',
      Country: 'Austria',
    },
    {
      name: 'premiere',
      eventName: 'tosca',
      duration: '9000',
      minPrice: '1000',
      maxPrice: '9990',
      artistName: 'Lind',
      locationName: 'Opera',
      city: 'Wien',
      country: 'Austria',
    },
  ],
  [
    '/search/location',
    'GET /location?',
    { Name: 'Opera', Country: 'Austria', City: 'Wien', 'Postal code': '1010', Address: 'Ring' },
    { name: 'Opera', country: 'Austria', city: 'Wien', postalCode: '1010', address: 'Ring' },
  ],
]

test.each(searches)(
  'searches %s for the typed filters, keeps them in the address, and resets them',
  async (...search) => {
    const [path, call, typed, sent] = search
    const { fill, press, address, lastAsked } = await openShop(path, {})
    await screen.findByText(/^We're sorry/)
    for (const [label, text] of Object.entries(typed)) fill(label, text)
    press('Search')
    await soon(() => expect(Object.fromEntries(lastAsked(call)?.query ?? [])).toMatchObject(sent))
    const kept = Object.fromEntries(new URL(address(), 'http://foyer.example').searchParams)
    expect(kept).toEqual(sent)
    for (const button of screen.getAllByRole('button', { name: 'Reset Filters' }).slice(0, 1)) button.click()
    await soon(() => expect(address()).toBe(path))
    const [first = ''] = Object.keys(typed)
    await soon(() => expect(screen.getByLabelText(first)).toHaveProperty('value', ''))
  },
)

test('leads from words that no event has to locations and shows that have them', async () => {
  const { lastAsked } = await openShop('/search/event?title=laterna', {
    answers: {
      'GET /location?': givenPaged(givenLocation, 1),
      'GET /eventshows?artistName=laterna': { total: 12, elements: [] },
    },
  })
  const linkTo = (name: string) => screen.findByRole<HTMLAnchorElement>('link', { name })
  const location = await linkTo('1 location named “laterna”')
  expect([location.pathname, location.search]).toEqual(['/search/location', '?name=laterna'])
  const shows = await linkTo('12 shows with the artist “laterna”')
  expect([shows.pathname, shows.search]).toEqual(['/search/event-show', '?artistName=laterna'])
  expect(screen.queryByText(/shows named/)).toBeNull()
  expect(lastAsked('GET /location?')?.query.get('name')).toBe('laterna')
})

test('leads from a first name that no artist has to the stage name that is equal', async () => {
  const answers = { 'GET /artists?pageSize=1&stageName=nordlicht': { total: 1, elements: [] } }
  await openShop('/search/artist?firstName=nordlicht', { answers })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '1 artist with the stage name “nordlicht”' })
  expect([link.pathname, link.search]).toEqual(['/search/artist', '?stageName=nordlicht'])
  expect(screen.queryByText(/with the last name/)).toBeNull()
})

const filteredPages = Object.keys(firstFilters) as (keyof typeof firstFilters)[]

test.each(filteredPages)('shows the first filters of %s at once, and no others', async (key) => {
  await openShop(pages[key].href(), {})
  const form = await screen.findByRole('form')
  const fields = [...form.querySelectorAll('input, select')].filter((field) => !field.closest('[data-is-more]'))
  expect(fields).toHaveLength(firstFilters[key].length)
})

test('searches shows that begin after a start and end before an end', async () => {
  const dates = { startDate: '2099-01-01T00:00:00.000Z', endDate: '2099-02-01T00:00:00.000Z' }
  const { lastAsked } = await openShop(`/search/event-show?${new URLSearchParams(dates)}`, {})
  await soon(() => expect(Object.fromEntries(lastAsked('GET /eventshows?')?.query ?? [])).toMatchObject(dates))
  expect(screen.getByText('Start date')).toBeTruthy()
  expect(screen.getByText('End date')).toBeTruthy()
})

test('shows the four searches as tabs and the tolerance of minutes', async () => {
  await openShop('/search/event', {})
  const tabs = screen.getByRole('navigation', { name: 'What to search for' })
  const links = [...tabs.querySelectorAll('a')].map((link) => `${link.textContent} ${link.pathname}`)
  expect(links).toEqual([
    'Event /search/event',
    'Location /search/location',
    'Show /search/event-show',
    'Artist /search/artist',
  ])
  expect(screen.getByPlaceholderText('+/- 30')).toBe(screen.getByLabelText('Minutes'))
})

test("explains the tolerance of an event's duration", async () => {
  await openShop('/search/event', {})
  const described = { name: 'Duration', description: 'From the first show to the last' }
  expect(await screen.findByRole('group', described)).toBeTruthy()
})

test.each([
  ['Minimum points', '-3', 'The minimum value allowed is 0'],
  ['Maximum points', 'abc', 'The value must be a whole number'],
  ['Minimum price (€)', '-3', 'The minimum value allowed is 0'],
  ['Maximum price (€)', 'abc', 'Value is not valid'],
])('reports at once that the merchandise filter %s cannot be %s, without a request', async (label, wrong, message) => {
  const { address, asked } = await openShop('/merchandise', {})
  await screen.findByText(/^We're sorry/)
  fireEvent.change(screen.getByLabelText(label), { target: { value: wrong } })
  expect(await screen.findByText(message)).toBeTruthy()
  expect(address()).toBe('/merchandise')
  const requests = asked.map(({ line }) => line).filter((line) => line.startsWith('GET /merchandise'))
  expect([...new Set(requests)]).toHaveLength(1)
})

test.each([
  ['/merchandise', 'Minimum points', 'Maximum points'],
  ['/merchandise', 'Minimum price (€)', 'Maximum price (€)'],
  ['/search/event-show', 'Minimum price (€)', 'Maximum price (€)'],
])('refuses on %s a %s above the %s until one changes', async (path, least, most) => {
  const { fill, address } = await openShop(path, {})
  await screen.findByText(/^We're sorry/)
  const search = () => screen.queryByRole('button', { name: 'Search' })?.click()
  fill(least, '20')
  fill(most, '10')
  search()
  expect(await screen.findByText('The maximum must not be less than the minimum')).toBeTruthy()
  expect(address()).not.toContain('=10')
  fill(least, '5')
  search()
  await soon(() => expect(address()).toMatch(/=5/))
  expect(screen.queryByText('The maximum must not be less than the minimum')).toBeNull()
})

test('filters and sorts merchandise while typing and keeps the state in the address', async () => {
  const { fill, address, lastAsked } = await openShop('/merchandise', {})
  await screen.findByText(/^We're sorry/)
  const sort = screen.getByLabelText('Sort by')
  const orders = [...sort.querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(orders).toEqual(['Name', 'Price Asc.', 'Price Desc.', 'Points Asc.', 'Points Desc.'])
  const typed = {
    Name: 'mug',
    'Minimum price (€)': '5',
    'Maximum price (€)': '20',
    'Minimum points': '50',
    'Maximum points': '200',
    'Sort by': 'POINTS_DESCENDING',
  }
  for (const [label, text] of Object.entries(typed)) fill(label, text)
  const sent = {
    name: 'mug',
    priceLowerBound: '500',
    priceUpperBound: '2000',
    pointsLowerBound: '50',
    pointsUpperBound: '200',
    sortOption: 'POINTS_DESCENDING',
  }
  const call = () => Object.fromEntries(lastAsked('GET /merchandise/products?')?.query ?? [])
  await soon(() => expect(call()).toMatchObject(sent))
  expect(Object.fromEntries(new URL(address(), 'http://foyer.example').searchParams)).toEqual(sent)
})

test('reveals an invalid field in collapsed filters and applies the others', async () => {
  const { fill, address } = await openShop('/merchandise?priceUpperBound=2000', {})
  await screen.findByText(/^We're sorry/)
  fireEvent.change(screen.getByLabelText('Maximum price (€)'), { target: { value: 'cheap' } })
  expect(screen.getByRole('button', { name: 'More filters (1 in use)', expanded: false })).toBeTruthy()
  fill('Sort by', 'PRICE_ASCENDING')
  expect(await screen.findByRole('button', { name: 'Fewer filters', expanded: true })).toBeTruthy()
  expect(screen.getByText('Value is not valid')).toBeTruthy()
  await soon(() => expect(address()).toBe('/merchandise?sortOption=PRICE_ASCENDING'))
})

test('filters news while typing, by read state for logged-in users only', async () => {
  const visitor = await openShop('/news', {})
  await screen.findByText(/^We're sorry/)
  expect(screen.queryByLabelText('Read or unread')).toBeNull()
  const typed = { 'News content': 'sings', 'Event title': 'tosca', 'Event type': 'OPERA' }
  for (const [label, text] of Object.entries(typed)) visitor.fill(label, text)
  const sent = { content: 'sings', eventTitle: 'tosca', eventType: 'OPERA' }
  const asked = () => Object.fromEntries(visitor.lastAsked('GET /news?')?.query ?? [])
  await soon(() => expect(asked()).toMatchObject(sent))
  closeShop()
  const reader = await openShop('/news', { role: 'USER' })
  const choice = await screen.findByLabelText('Read or unread')
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'All',
    'Unread',
    'Read',
  ])
  reader.fill('Read or unread', 'true')
  await soon(() => expect(reader.lastAsked('GET /news/user?')?.query.get('read')).toBe('true'))
})

const resettable: [path: string, label: string][] = [
  ['/search/event', 'Title'],
  ['/search/artist', 'First name'],
  ['/search/event-show', 'Show name'],
  ['/search/location', 'Name'],
  ['/merchandise', 'Name'],
  ['/news', 'News content'],
]

test.each(resettable)('resets on %s unsent input and its errors', async (path, label) => {
  const { fill } = await openShop(path, {})
  await screen.findByText(/^We're sorry/)
  fill(label, 'a'.repeat(256))
  await screen.findByText('The maximum length allowed is 255')
  fireEvent.click(within(screen.getByRole('form')).getByRole('button', { name: 'Reset Filters' }))
  await soon(() => expect(screen.getByLabelText(label)).toHaveProperty('value', ''))
  expect(screen.queryByText('The maximum length allowed is 255')).toBeNull()
})

test('keeps typed filters while paging', async () => {
  const answers = { 'GET /location?': givenPaged(givenLocation, 25) }
  const { fill, press, address } = await openShop('/search/location?city=Wien', { answers })
  await screen.findByText('25 results, page 1 of 3')
  fill('Name', 'Opera')
  press('Page 2')
  await soon(() => expect(address()).toBe('/search/location?city=Wien&pageIndex=1'))
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Opera')
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'Wien')
})
