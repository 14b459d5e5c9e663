import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { givenEvent, givenShow } from '#client/testing/sample-data.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const tosca = { ...givenEvent, id: 5, title: 'Tosca', type: 'OPERA', description: 'She sings.', imageName: null }
const published = { publishedFrom: '2026-01-01T10:00:00.000Z', publication: 'PUBLISHED' }
const event = { ...tosca, ...published, imageId: null, version: 2, shows: 0, nextShow: null }
const show = {
  ...{ ...givenShow, ...published, saleEndsAt: null, id: 9, name: 'Premiere', version: 4 },
  ...{ sold: 12, reserved: 3, held: 0, free: 85, isCancelled: false, isDeletable: false },
}

test('lists events with their next show, and keeps both filters in the address', async () => {
  const nextShow = { startTime: '2026-12-12T18:30:00.000Z', timeZone: 'Europe/Vienna' }
  const { fill, address } = await openShop('/admin/events', {
    role: 'ADMIN',
    answers: { 'GET /admin/events': { total: 1, elements: [{ ...event, shows: 2, nextShow }] } },
  })
  const row = within(await screen.findByRole('article'))
  expect(row.getByRole('link', { name: 'Tosca' }).getAttribute('href')).toBe('/admin/events/5')
  expect(row.getByText(/2 shows · next/).textContent).toBe('2 shows · next Sat 2026/12/12 19:30')
  fill('Event type', 'OPERA')
  fill('Search by title', 'tos')
  await soon(() => expect(address()).toBe('/admin/events?type=OPERA&title=tos'))
})

test('opens a copy of an event in the form', async () => {
  const { press, lastAsked } = await openShop('/event/create?copy=5', {
    role: 'ADMIN',
    answers: { 'GET /admin/events/5': event, 'POST /events': { id: 6 } },
  })
  await screen.findByDisplayValue('Tosca')
  press('Create Event')
  const body = { title: 'Tosca', type: 'OPERA', description: 'She sings.' }
  await soon(() => expect(lastAsked('POST /events')?.body).toEqual(body))
})

test('edits an event by its version, and offers no deletion while it has shows', async () => {
  const answers = { 'GET /admin/events/5': { ...event, shows: 1 }, 'PUT /admin/events/5': event }
  const { fill, press, lastAsked, address } = await openShop('/admin/events/5', { role: 'ADMIN', answers })
  await screen.findByDisplayValue('Tosca')
  expect(screen.queryByRole('button', { name: 'Delete Event' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Its Shows' }).getAttribute('href')).toBe('/admin/shows?eventId=5')
  fill(/^Title/, 'Tosca 2')
  press('Save Changes')
  await soon(() => expect(address()).toBe('/admin/events'))
  expect(lastAsked('PUT /admin/events/5')?.body).toMatchObject({ title: 'Tosca 2', version: 2 })
})

test('deletes a news article after a question', async () => {
  const article = {
    ...{ id: 3, title: 'Typo', summary: 'Short.', text: 'Long.', published: '2026-12-01T10:00:00.000Z' },
    ...{ imageId: null, imageName: null, eventId: null, eventTitle: null, eventType: null, event: null, version: 1 },
    ...published,
  }
  const { press, address, lastAsked } = await openShop('/admin/news/3', {
    role: 'ADMIN',
    answers: { 'GET /admin/news/3': article, 'DELETE /admin/news/3': undefined },
  })
  await screen.findByDisplayValue('Typo')
  press('Delete News')
  const question = within(await screen.findByRole('dialog'))
  question.getByRole('button', { name: 'Delete News' }).click()
  await soon(() => expect(address()).toBe('/admin/news'))
  expect(lastAsked('DELETE /admin/news/3')).toBeDefined()
})

test('lists shows with how they sell', async () => {
  const { fill, address } = await openShop('/admin/shows?eventId=5', {
    role: 'ADMIN',
    answers: { 'GET /admin/shows': { total: 1, elements: [show] } },
  })
  const row = within(await screen.findByRole('article'))
  expect(row.getByRole('link').getAttribute('href')).toBe('/admin/shows/9')
  expect(row.getByText('12 sold · 3 reserved · 85 free')).toBeTruthy()
  fill('Time', 'past')
  await soon(() => expect(address()).toBe('/admin/shows?eventId=5&when=past'))
})

test('asks before a change of a sold show, and tells its customers only then', async () => {
  const refusal = refusalOf(problem('change_needs_confirmation', { tickets: 15, customers: 8, unreachable: 0 }))
  const { fill, press, lastAsked, address, asked } = await openShop('/admin/shows/9', {
    role: 'ADMIN',
    answers: {
      'GET /admin/shows/9': show,
      'PUT /admin/shows/9': ({ body }: { body: { isConfirmed?: boolean } }) => (body.isConfirmed ? show : refusal),
    },
  })
  await screen.findByDisplayValue('Premiere')
  expect(screen.queryByRole('button', { name: 'Delete Show' })).toBeNull()
  fill(/^Name/, 'Gala')
  press('Save Changes')
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/^8 customers with 15 tickets or reservations/)).toBeTruthy()
  question.getByRole('button', { name: 'Change and Send Emails' }).click()
  await soon(() => expect(address()).toBe('/admin/shows'))
  expect(lastAsked('PUT /admin/shows/9')?.body).toMatchObject({ name: 'Gala', version: 4, isConfirmed: true })
  expect(asked.filter(({ line }) => line.startsWith('PUT'))).toHaveLength(2)
})

test('leaves only the name of a show that is over to be changed', async () => {
  const over = { ...show, startTime: '2020-01-01T18:00:00.000Z', endTime: '2020-01-01T20:00:00.000Z' }
  await openShop('/admin/shows/9', { role: 'ADMIN', answers: { 'GET /admin/shows/9': over } })
  const isDisabled = (field: HTMLElement) => field.parentElement?.closest('fieldset')?.disabled ?? false
  expect(isDisabled(await screen.findByLabelText(/^Name/))).toBe(false)
  expect(screen.getByText('This show has started, so only its name can change.')).toBeTruthy()
  expect(isDisabled(screen.getByLabelText(/^Price/))).toBe(true)
  expect(isDisabled(await screen.findByRole('group', { name: 'Artist' }))).toBe(true)
  expect(screen.queryByRole('link', { name: 'Cancel Show' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete Show' })).toBeNull()
})

test('offers to delete a show that never sold, also after its start, and to cancel one whose tickets came back', async () => {
  const started = { ...show, startTime: '2020-01-01T18:00:00.000Z', sold: 0, reserved: 0 }
  await openShop('/admin/shows/9', {
    role: 'ADMIN',
    answers: { 'GET /admin/shows/9': { ...started, isDeletable: true } },
  })
  expect(await screen.findByRole('button', { name: 'Delete Show' })).toBeTruthy()
  await closeShop()
  await openShop('/admin/shows/9', { role: 'ADMIN', answers: { 'GET /admin/shows/9': started } })
  expect(await screen.findByRole('link', { name: 'Cancel Show' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete Show' })).toBeNull()
})

test('asks about what is odd in a change, and saves it after the answer', async () => {
  const { fill, press, lastAsked, address } = await openShop('/admin/shows/9', {
    role: 'ADMIN',
    answers: {
      'GET /admin/shows/9': show,
      'POST /admin/shows/check': { total: 2, elements: [{ code: 'UNUSUAL_PRICE' }, { code: 'LONG_SHOW', at: 0 }] },
      'PUT /admin/shows/9': show,
    },
  })
  await screen.findByDisplayValue('Premiere')
  fill(/^Price/, '999')
  press('Save Changes')
  await screen.findByText(/far from those/)
  expect(lastAsked('POST /admin/shows/check')?.body).toMatchObject({ price: 99_900, showId: 9 })
  // The show was that long before.
  expect(screen.queryByText(/longer than 8 hours/)).toBeNull()
  expect(lastAsked('PUT /admin/shows/9')).toBeUndefined()
  press('Yes, Save')
  await soon(() => expect(address()).toBe('/admin/shows'))
  expect(lastAsked('PUT /admin/shows/9')?.body).toMatchObject({ price: 99_900, version: 4 })
})

test('publishes a show later and ends its sale, based on its version', async () => {
  const answers = { 'GET /admin/shows/9': show, 'PUT /admin/shows/9/publication': { ...show, publication: 'OFF_SALE' } }
  const { fill, press, lastAsked } = await openShop('/admin/shows/9', { role: 'ADMIN', answers })
  await screen.findByText('Published')
  expect(screen.getByRole('link', { name: 'View in the Shop' }).getAttribute('href')).toBe('/event-show/9')
  press('Change')
  fill('Visitors see it', 'DRAFT')
  fill('Tickets are sold', 'NOW')
  press('Save Publication')
  await soon(() =>
    expect(lastAsked('PUT /admin/shows/9/publication')?.body).toEqual({
      ...{ isDraft: true, version: 4 },
      saleEndsAt: expect.stringMatching(/^2\d\d\d-/),
    }),
  )
})

test('starts the sale of a show later, and shows a refused time at its field', async () => {
  const refusal = { code: 'invalid_fields', status: 422, title: 'x', type: 'about:blank' }
  const fields = [{ field: 'saleStartsAt', message: 'The sale must start before the show does' }]
  const later = { ...show, saleStartsAt: '2099-03-01T09:00:00.000Z' }
  const { press, lastAsked } = await openShop('/admin/shows/9', {
    role: 'ADMIN',
    answers: {
      'GET /admin/shows/9': later,
      'PUT /admin/shows/9/publication': Response.json({ ...refusal, fields }, { status: 422 }),
    },
  })
  await screen.findByText('Published')
  press('Change')
  press('Save Publication')
  await soon(() =>
    expect(lastAsked('PUT /admin/shows/9/publication')?.body).toEqual({ version: 4, saleStartsAt: later.saleStartsAt }),
  )
  expect((await screen.findAllByText('The sale must start before the show does')).length).toBeGreaterThan(0)
})

test('lists drafts by a filter in the address', async () => {
  const draft = { ...event, publication: 'DRAFT', publishedFrom: null }
  const { fill, address } = await openShop('/admin/events', {
    role: 'ADMIN',
    answers: { 'GET /admin/events': { total: 1, elements: [draft] } },
  })
  const row = within(await screen.findByRole('article'))
  expect(row.getByText('Draft')).toBeTruthy()
  fill('Publication', 'DRAFT')
  await soon(() => expect(address()).toBe('/admin/events?publication=DRAFT'))
})
