import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { writeState } from '#contract/compact-seating/state.ts'
import { writePlan } from '#contract/compact-seating/write-plan.ts'
import { problem } from '#domain/problem.ts'
import { givenSeatingPlan, givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { givenShow } from '#client/testing/sample-data.ts'
import { type Asked, closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const ticket = (id: number, place: number) => ({
  ...{ id, placeId: place, sectorName: 'Stalls', rowName: 'A', seatNumber: place, price: 4_550 },
})
const press = {
  id: 5,
  reason: 'Press',
  by: 'desk@foyer.example',
  until: null,
  createdAt: givenShow.startTime,
  version: 3,
}
const held = { ...press, tickets: [ticket(51, 1), ticket(52, 2)] }

/** Opens the box office of show 7, whose places 1 and 2 are held. */
async function openBoxOffice(answers: Readonly<Record<string, unknown>> = {}, show: object = {}, search = '') {
  const reservations = [1, 2].map((id) => ({ placeId: placeId(id), ticketState: 'RESERVED' as const }))
  const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 0, capacity: 50 }]
  const state = writeState(givenState(givenSeatModel(), { reservations, capacities }))
  const shop = await openShop(`/admin/shows/7/box-office${search}`, {
    role: 'STAFF',
    answers: {
      'GET /eventshows/7': { ...givenShow, id: 7, ...show },
      'GET /seatingplans/event-show/7': writePlan(givenSeatingPlan()),
      'GET /tickets/reservations': () => new Response(state),
      'GET /admin/shows/7/holds': { total: 1, elements: [held] },
      ...answers,
    },
  })
  const user = userEvent.setup()
  const panel = () => within(screen.getByRole('complementary'))
  await screen.findByRole('heading', { name: 'Held places' })
  await screen.findByRole('region', { name: 'Seating plan', busy: false })
  return { ...shop, user, panel }
}

test('holds chosen places with a reason', async () => {
  const { user, fill, press, lastAsked, panel } = await openBoxOffice({ 'POST /admin/shows/7/holds': { id: 6 } })
  await user.click(await screen.findByRole('button', { name: 'Best available' }))
  await user.click(await panel().findByRole('button', { name: 'Hold' }))
  await panel().findByLabelText(/^Reason/)
  press('Hold 2 places')
  expect(await screen.findByText('Value is required')).toBeTruthy()
  expect(lastAsked('POST')).toBeUndefined()
  fill(/^Reason/, 'Artist')
  press('Hold 2 places')
  const placeIds = [expect.any(Number), expect.any(Number)]
  await soon(() => expect(lastAsked('POST /admin/shows/7/holds')?.body).toEqual({ reason: 'Artist', placeIds }))
  expect(await screen.findByText('Places held')).toBeTruthy()
  expect(await panel().findByText('Choose places on the plan.')).toBeTruthy()
})

test('marks the box office in the navigation of the desk', async () => {
  await openBoxOffice()
  const navigation = within(screen.getByRole('navigation', { name: 'Desk' }))
  expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe('Box office')
})

test('says what was sold although the plan hears of it before the answer', async () => {
  const sold = Promise.withResolvers<object>()
  const { user, fill, press, lastAsked, panel } = await openBoxOffice({
    'POST /admin/shows/7/sales': () => sold.promise,
  })
  await user.click(await screen.findByRole('button', { name: 'Best available' }))
  await panel().findByLabelText(/^Last name/)
  fill(/^Last name/, 'Walk-in')
  press(/^Sell for/)
  await soon(() => expect(lastAsked('POST /admin/shows/7/sales')).toBeTruthy())
  for (const remove of panel().getAllByRole('button', { name: /^Remove/ })) await user.click(remove)
  sold.resolve({ id: 9, orderId: 4 })
  expect(await screen.findByText(/2 tickets sold for [1-9]/)).toBeTruthy()
})

test('sells places to a guest, at a lower price only with a reason', async () => {
  const answers = { 'POST /admin/shows/7/sales': { id: 9, orderId: 4 } }
  const { user, fill, press, lastAsked, panel } = await openBoxOffice(answers)
  await user.click(await screen.findByRole('button', { name: 'Best available' }))
  await panel().findByLabelText(/^Last name/)
  fill(/^Last name/, 'Walk-in')
  await user.selectOptions(panel().getByLabelText('Price'), 'Reduced to a price')
  fill(/^Price per ticket/, '1')
  await user.click(await panel().findByRole('button', { name: 'Sell for 2.00 €' }))
  expect(await screen.findByText('Value is required')).toBeTruthy()
  fill(/^Reason/, 'Students')
  press('Sell for 2.00 €')
  await soon(() =>
    expect(lastAsked('POST /admin/shows/7/sales')?.body).toMatchObject({
      ...{ guest: { firstName: '', lastName: 'Walk-in' }, reason: 'Students', paymentType: 'CASH' },
      ...{ expectedTotal: 200, isMailed: false },
    }),
  )
  expect(await screen.findByText(/2 tickets sold for 2\.00 €/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the order' }).getAttribute('href')).toBe('/admin/orders/4')
})

test('edits a hold by its version, and keeps the input when someone else changed it', async () => {
  let version = 3
  const fields = [{ field: 'until', message: 'Changed meanwhile to: tomorrow' }]
  const { user, fill, press, lastAsked, panel } = await openBoxOffice({
    'GET /admin/shows/7/holds': () => ({ total: 1, elements: [{ ...held, version }] }),
    'PUT /admin/holds/5': ({ body }: Asked) => {
      if ((body as { version: number }).version === version) return undefined
      return refusalOf(problem('changed_meanwhile', { what: 'hold', fields }))
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Press' }))
  await panel().findByLabelText(/^Reason/)
  version = 4
  fill(/^Reason/, 'Press and radio')
  await user.click(panel().getByRole('button', { name: 'Remove Stalls, row A, seat 1' }))
  press('Save, 1 fewer')
  expect(await panel().findByText('Changed meanwhile to: tomorrow')).toBeTruthy()
  expect(panel().getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Press and radio')
  press('Save, 1 fewer')
  expect(await screen.findByText('Hold saved')).toBeTruthy()
  const body = { reason: 'Press and radio', releasedTicketIds: [51], version: 4 }
  expect(lastAsked('PUT /admin/holds/5')?.body).toEqual(body)
  expect(screen.getByRole('complementary', { name: 'What to do' })).toBeTruthy()
})

test('offers to hold, but not to sell, before visitors see the show', async () => {
  const { panel } = await openBoxOffice({}, { isHidden: true })
  expect(await screen.findByText(/^Visitors do not see this show yet\./)).toBeTruthy()
  expect(await panel().findByRole('button', { name: 'Hold 0 places' })).toBeTruthy()
  expect(panel().queryByText('Sell or give')).toBeNull()
})

test('holds until a time of the venue', async () => {
  const location = { ...givenShow.location, timeZone: 'Asia/Tokyo' }
  const { user, fill, press, lastAsked, panel } = await openBoxOffice(
    { 'POST /admin/shows/7/holds': { id: 6 } },
    { location },
  )
  await user.click(await screen.findByRole('button', { name: 'Best available' }))
  await user.click(await panel().findByRole('button', { name: 'Hold' }))
  await panel().findByLabelText(/^Reason/)
  fill(/^Reason/, 'Artist')
  fill('Until', '2099-05-01 18:00')
  press('Hold 2 places')
  await soon(() =>
    expect(lastAsked('POST /admin/shows/7/holds')?.body).toMatchObject({ until: '2099-05-01T09:00:00.000Z' }),
  )
})

test('names the ticket that is moved, and what goes back to its customer', async () => {
  const order = {
    firstName: 'Max',
    lastName: 'Walk-in',
    paidBy: null,
    tickets: [{ id: 31, place: 'Stalls, row A, seat 1', price: 4_500, placeId: 1 }],
  }
  const { user, press, lastAsked, panel } = await openBoxOffice(
    { 'GET /admin/orders/4': order, 'PUT /admin/tickets/31/place': { id: 9, orderId: 5 } },
    {},
    '?move=31&order=4',
  )
  expect(await panel().findByText('Stalls, row A, seat 1, Max Walk-in: 45.00 €')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One fewer ticket' }))
  await user.click(await screen.findByRole('button', { name: 'Best available' }))
  expect(await panel().findByText('The same price: nothing is paid.')).toBeTruthy()
  expect(panel().queryByLabelText('Payment')).toBeNull()
  await user.selectOptions(screen.getByDisplayValue('Any price'), 'up to 22.50 €')
  await user.click(await screen.findByRole('button', { name: 'Best available' }))
  expect(await panel().findByText('To give back: 22.50 €')).toBeTruthy()
  press('Move here')
  await soon(() =>
    expect(lastAsked('PUT /admin/tickets/31/place')?.body).toMatchObject({ expectedPrice: 2_250, paymentType: 'CASH' }),
  )
})

test('says that the price of a ticket paid before goes back whole, and what is paid now', async () => {
  const tickets = [{ id: 31, place: 'Stalls, row A, seat 1', price: 4_500, placeId: 1 }]
  const order = { firstName: 'Max', lastName: 'Web', paidBy: 'Visa •••• 4242', tickets }
  const { user, panel } = await openBoxOffice({ 'GET /admin/orders/4': order }, {}, '?move=31&order=4')
  await user.click(await screen.findByRole('button', { name: 'One fewer ticket' }))
  await user.selectOptions(screen.getByDisplayValue('Any price'), 'up to 22.50 €')
  await user.click(await screen.findByRole('button', { name: 'Best available' }))
  const sentence =
    '45.00 € goes back the way it was paid (Visa •••• 4242): give nothing back in cash. To be paid now: 22.50 €'
  expect(await panel().findByText(sentence)).toBeTruthy()
})
