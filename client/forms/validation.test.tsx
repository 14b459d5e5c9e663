import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newEvent } from '#contract/events.ts'
import { numberText } from '#domain/number-text.ts'
import type { Role } from '#client/session.ts'
import { givenTicket } from '#client/testing/sample-data.ts'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const required = 'Value is required'
const blank = ['   ', 'This field cannot contain only whitespace'] as const
const email = ['nobody', 'Value is not a valid email address'] as const
const short = ['1234567', 'This field should be at least 8 characters long'] as const
const other = ['something else', 'The value must be equal to the other value'] as const
const longer = (length: number) =>
  ['a'.repeat(length + 1), `The maximum length allowed is ${numberText(length)}`] as const
const less = (least: number) => [String(least - 1), `The minimum value allowed is ${numberText(least)}`] as const

type Wrong = readonly [typed: string, message: string]
type Form = {
  readonly path: string
  readonly role?: Role
  /** Invalid values by field, with the expected message. */
  readonly fields: Record<string, readonly Wrong[]>
  readonly button: string
  /** The number of errors for missing values in an empty form. */
  readonly required: number
  readonly failure?: string
}

const named = [blank, longer(255)]
const newPassword = [short, longer(255)]
const cart = { tickets: [givenTicket], merchandisePurchases: [] }

const forms: Form[] = [
  {
    path: '/register',
    fields: {
      'First name': named,
      'Last name': named,
      Email: [email, longer(255)],
      Password: [short, longer(72)],
      'Confirm password': [other],
    },
    button: 'Sign Up',
    required: 5,
  },
  { path: '/login', fields: { Email: [email], Password: [short, longer(72)] }, button: 'Login', required: 2 },
  { path: '/forgot-password', fields: { Email: [email] }, button: 'Send Link', required: 1 },
  {
    path: '/password-reset?reset-token=t',
    fields: { 'New password': newPassword, 'Confirm password': [other] },
    button: 'Change Password',
    required: 2,
  },
  {
    path: '/user/create',
    role: 'ADMIN',
    fields: {
      'First name': named,
      'Last name': named,
      Email: [email, longer(255)],
      Password: newPassword,
      'Confirm password': [other],
    },
    button: 'Create User',
    required: 5,
    failure: 'User not created - please check your inputs',
  },
  {
    path: '/event/create',
    role: 'ADMIN',
    fields: { Title: named, Description: [longer(255)] },
    button: 'Create Event',
    required: 3,
    failure: 'Event not created - please check your inputs.',
  },
  {
    path: '/event-show/create',
    role: 'ADMIN',
    fields: { Name: named, 'Price (€)': [less(0)] },
    button: 'Create Show',
    required: 8,
    failure: 'Show not created - please check your inputs.',
  },
  {
    path: '/news/create',
    role: 'ADMIN',
    fields: { Title: named, Summary: named, Text: [blank, longer(10_000)] },
    button: 'Create News',
    required: 4,
    failure: 'News article not created - please check your inputs.',
  },
  {
    path: '/merchandise/create',
    role: 'ADMIN',
    fields: {
      Name: named,
      Description: [longer(255)],
      'Price (€)': [less(0)],
      Points: [less(0)],
      Stock: [less(1)],
      'Items per customer': [less(1)],
    },
    button: 'Create Merchandise',
    required: 2,
    failure: 'Product not created - please check your inputs',
  },
]

test.each(forms)('reports invalid input on $path', async ({ path, role, fields, button }) => {
  const { fill } = await openForm(path, role)
  await within(screen.getByRole('main')).findByRole('button', { name: button })
  for (const [label, wrongs] of Object.entries(fields)) {
    const name = new RegExp(String.raw`^${label.replaceAll(/[()]/g, String.raw`\$&`)}( \*)?$`)
    for (const [typed, message] of wrongs) {
      fill(name, typed)
      expect(await screen.findByText(message), `${label}: ${typed.slice(0, 20)}`).toBeTruthy()
    }
    fill(name, '')
  }
})

test.each(forms)('reports required fields on $path', async ({ path, role, button, required: count, failure }) => {
  const { asked } = await openForm(path, role)
  const main = within(screen.getByRole('main'))
  const send = await main.findByRole('button', { name: button })
  send.click()
  expect(await main.findAllByText(required)).toHaveLength(count)
  if (failure) expect(await screen.findByText(failure)).toBeTruthy()
  expect(asked.filter(({ line }) => !line.startsWith('GET'))).toEqual([])
})

test.each<[Role, string | undefined]>([
  ['USER', 'At least 0.01 €'],
  ['ADMIN', undefined],
])('reports the minimum price of a product to a %s: %s', async (role, hint) => {
  await openForm('/merchandise/create', role)
  const price = await screen.findByRole('textbox', { name: /^Price/ })
  expect(price).toHaveProperty('value', '0')
  const described = screen.queryByRole('textbox', { name: /^Price/, description: 'At least 0.01 €' })
  expect(described).toBe(hint ? price : null)
})

test('requires a picture for news and merchandise', async () => {
  for (const [path, button] of [
    ['/news/create', 'Create News'],
    ['/merchandise/create', 'Create Merchandise'],
  ] as const) {
    const { press } = await openForm(path, 'ADMIN')
    press(button)
    expect(await screen.findByText('Image is required')).toBeTruthy()
    closeShop()
  }
})

test('validates name, address and new password of the profile, but not the old password', async () => {
  const { fill } = await openForm('/user-page', 'USER')
  await screen.findByText('Change password')
  const wrong: [RegExp, readonly Wrong[]][] = [
    [/^First name/, named],
    [/^Last name/, named],
    [/^Address/, [longer(255)]],
    [/^New password/, [short, longer(255), ['         ', blank[1]]]],
    [/^Confirm new password/, [other]],
  ]
  for (const [label, wrongs] of wrong) {
    for (const [typed, message] of wrongs) {
      fill(label, typed)
      expect(await screen.findByText(message)).toBeTruthy()
    }
    fill(label, '')
  }
  closeShop()
  const { lastAsked } = await openForm('/user-page', 'USER')
  await screen.findByText('Change password')
  const form = within(screen.getByRole('form', { name: 'Change password' }))
  form.getByRole('button', { name: 'Save Changes' }).click()
  expect(await form.findAllByText(required)).toHaveLength(2)
  expect(lastAsked('PATCH')).toBeUndefined()
})

test('validates the payer at the checkout', async () => {
  const { fill } = await openForm('/checkout', 'USER')
  await screen.findByText('Payment info')
  for (const label of [/^First name/, /^Last name/, /^Address/]) {
    for (const [typed, message] of [['', required], ...named] as const) {
      fill(label, typed)
      expect(await screen.findByText(message)).toBeTruthy()
    }
    fill(label, 'Zofia')
  }
})

test.each([
  ['/search/event', { Title: longer(255), Description: longer(255), Days: less(0), Hours: less(0), Minutes: less(0) }],
  [
    '/search/event-show',
    {
      'Show name': longer(255),
      'Event name': longer(255),
      'Duration in hours': less(0),
      'Minimum price (€)': less(0),
      'Maximum price (€)': less(0),
    },
  ],
])('does not search %s with invalid filters', async (path, fields) => {
  const { fill, press, address } = await openForm(path)
  await screen.findByText(/^We're sorry/)
  for (const [label, [typed, message]] of Object.entries(fields)) {
    fill(label, typed)
    expect(await screen.findByText(message)).toBeTruthy()
    press('Search')
    fill(label, '')
  }
  expect(address()).toBe(path)
})

test.each([
  ['/search/event', 'Days', '100000', 20_000],
  ['/search/event-show', 'Duration in hours', '600000', 500_000],
  ['/search/event-show', 'Minimum price (€)', '2000000', 1_000_000],
  ['/merchandise', 'Maximum price (€)', '2000000', 1_000_000],
])('reports on %s that more %s than the API accepts are too many', async (path, label, typed, most) => {
  const { fill } = await openForm(path)
  await screen.findByText(/^We're sorry/)
  fill(label, typed)
  expect(await screen.findByText(`The maximum value allowed is ${numberText(most)}`)).toBeTruthy()
})

test('refuses fractions of a minute', async () => {
  const { fill } = await openForm('/search/event')
  await screen.findByText(/^We're sorry/)
  fill('Minutes', '1.5')
  expect(await screen.findByText('The value must be a whole number')).toBeTruthy()
})

test('accepts the six event types only', () => {
  const { error } = z.safeParse(newEvent, { title: 'a', type: 'CIRCUS', description: 'b' })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Event type must be MOVIE, THEATRE, OPERA, CONCERT, COMEDY or SPORTS',
  ])
})

function openForm(path: string, role: Role = 'UNDEFINED') {
  return openShop(path, { role, answers: { 'GET /carts': cart, 'GET /password-resets': undefined } })
}
