import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenShow } from '#client/testing/sample-data.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const published = { publishedFrom: '2026-01-01T10:00:00.000Z', publication: 'PUBLISHED', saleEndsAt: null }
const vienna = { ...givenShow.location, timeZone: 'Europe/Vienna' }
const show = {
  ...{ ...givenShow, ...published, id: 9, name: 'Premiere', price: 4_500, location: vienna, version: 4 },
  ...{ sold: 0, reserved: 0, held: 0, free: 85, isCancelled: false, isDeletable: false },
  ...{ startTime: '2099-03-27T18:30:00.000Z', endTime: '2099-03-27T21:00:00.000Z' },
}
const nothing = { total: 0, elements: [] }
const sectors = [{ name: 'Stalls', isAvailable: true, pricePercent: 120, places: 100 }]
const answers = {
  'GET /admin/shows/9': show,
  [`GET /admin/seating-plans/${givenShow.seatingPlan.id}`]: { sectors },
  'GET /events': nothing,
  'GET /artists': nothing,
  'GET /location': nothing,
  'GET /seatingplans': nothing,
  'POST /admin/shows/check': nothing,
}

test('copies a show, asks about what is odd, and creates it after the answer', async () => {
  const warning = {
    code: 'ARTIST_TAKEN',
    at: 0,
    show: { id: 3, title: 'Tosca', startTime: show.startTime, timeZone: 'UTC' },
  }
  const { fill, press, lastAsked, address } = await openShop('/event-show/create?copy=9', {
    role: 'ADMIN',
    answers: {
      ...answers,
      'POST /admin/shows/check': { total: 2, elements: [{ code: 'UNUSUAL_PRICE' }, warning] },
      'POST /eventshows': { ...show, id: 10 },
      'GET /admin/shows/10': { ...show, id: 10 },
    },
  })
  await screen.findByDisplayValue('Premiere')
  expect(await screen.findAllByText('100', { selector: 'td' })).toHaveLength(2)
  expect(screen.getAllByText(/5,?400\.00/).length).toBeGreaterThan(0)
  press('Create Show')
  const link = await screen.findByRole('link', { name: 'Tosca' })
  expect(link.getAttribute('href')).toContain('/admin/shows/3')
  expect(screen.getByText(/far from those/)).toBeTruthy()
  expect(lastAsked('POST /eventshows')).toBeUndefined()
  // A change is asked about anew.
  fill(/^Price/, '46')
  expect(screen.queryByRole('button', { name: 'Yes, Create' })).toBeNull()
  press('Create Show')
  await screen.findByRole('button', { name: 'Yes, Create' })
  press('Yes, Create')
  await soon(() => expect(lastAsked('POST /eventshows')?.body).toMatchObject({ name: 'Premiere', price: 4_600 }))
  await soon(() => expect(address()).toBe(`/event/${show.event.id}/event-shows`))
})

test('lists a series in local time over a change of the clock, and creates what was not removed', async () => {
  const { fill, press, lastAsked, address } = await openShop('/event-show/create?copy=9', {
    role: 'ADMIN',
    answers: {
      ...answers,
      'POST /admin/shows': ({ line }: { line: string }) =>
        line.endsWith('/check') ? nothing : { total: 2, elements: [{ id: 11, startTime: show.startTime }] },
      'GET /admin/shows/11': { ...show, id: 11, publication: 'DRAFT' },
    },
  })
  await screen.findByDisplayValue('Premiere')
  press('Create a Series')
  await screen.findByRole('textbox', { name: /^Last day/ })
  fill(/^Last day \*/, '2099-03-29')
  await soon(() => expect(screen.getByRole('button', { name: 'Create 3 Shows' })).toBeTruthy())
  press('Remove Sat 2099/03/28 19:30')
  press('Create 2 Shows')
  await soon(() =>
    expect(lastAsked('POST /admin/shows')?.body).toMatchObject({
      isConfirmed: true,
      times: [
        { startTime: '2099-03-27T18:30:00.000Z', endTime: '2099-03-27T21:00:00.000Z' },
        { startTime: '2099-03-29T17:30:00.000Z', endTime: '2099-03-29T20:00:00.000Z' },
      ],
    }),
  )
  expect(await screen.findByText('2 shows created')).toBeTruthy()
  // The event is a draft, so its public page does not list the shows yet.
  await soon(() => expect(address()).toBe(`/admin/shows?eventId=${show.event.id}`))
})

test('repeats a creation of unknown outcome with the same key after a reload, and refuses a changed one', async () => {
  const failed = () => new Response('Bad gateway', { status: 502 })
  const first = await openShop('/event-show/create?copy=9', {
    ...{ role: 'ADMIN', user: '1' },
    answers: { ...answers, 'POST /eventshows': failed },
  })
  await screen.findByDisplayValue('Premiere')
  first.fill(/^Price/, '46')
  first.press('Create Show')
  await soon(() => expect(first.lastAsked('POST /eventshows')).toBeDefined())
  dispatchEvent(new Event('pagehide'))
  cleanup()

  const used = { code: 'idempotency_key_reused', detail: 'This key was used.', status: 422, title: 'Unprocessable' }
  const second = await openShop('/event-show/create?copy=9', {
    ...{ role: 'ADMIN', user: '1' },
    answers: {
      ...answers,
      'POST /eventshows': () =>
        Response.json(used, { status: 422, headers: { 'content-type': 'application/problem+json' } }),
    },
  })
  await screen.findByDisplayValue('46')
  second.press('Create Show')
  expect(await screen.findByText(/^This was created before you changed it/)).toBeTruthy()
  expect(second.lastAsked('POST /eventshows')?.key).toBe(first.lastAsked('POST /eventshows')?.key)
  expect(first.lastAsked('POST /eventshows')?.key).toHaveLength(32)
  // Pressed again after the sentence, it makes another show.
  second.press('Create Show')
  await soon(() => expect(second.lastAsked('POST /eventshows')?.key).not.toBe(first.lastAsked('POST /eventshows')?.key))
})

test('reads typed times, and keeps what it cannot read', async () => {
  const { fill, press, lastAsked } = await openShop('/event-show/create?copy=9', {
    role: 'ADMIN',
    answers: { ...answers, 'POST /eventshows': { ...show, id: 10 }, 'GET /admin/shows/10': { ...show, id: 10 } },
  })
  await screen.findByDisplayValue('2099/03/27 19:30')
  fill(/^Start \*/, '31.02.2099 19:30')
  press('Create Show')
  expect(await screen.findByText(/^Value is not a valid date. Type it like/)).toBeTruthy()
  expect(screen.getByDisplayValue('31.02.2099 19:30')).toBeTruthy()
  expect(lastAsked('POST /admin/shows/check')).toBeUndefined()
  fill(/^Start \*/, '28.3.2099 18.15')
  fill(/^End \*/, '2099-03-28')
  expect(screen.getByDisplayValue('2099/03/28 18:15')).toBeTruthy()
  expect(screen.getByDisplayValue('2099/03/28 22:00')).toBeTruthy()
  press('Create Show')
  const times = { startTime: '2099-03-28T17:15:00.000Z', endTime: '2099-03-28T21:00:00.000Z' }
  await soon(() => expect(lastAsked('POST /eventshows')?.body).toMatchObject(times))
})
