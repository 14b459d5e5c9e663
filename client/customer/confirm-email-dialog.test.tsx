import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { givenInvoice, givenTicket } from '#client/testing/sample-data.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'
import { confirmEmail } from './email-confirmation.ts'

afterEach(closeShop)

const unconfirmed = { firstName: 'Zofia', lastName: 'Nowak', email: 'zofia@foyer.example', address: '', points: 0 }

/** Opens the checkout of a customer whose address is unconfirmed until `confirm`. */
async function openCheckout(answers: Record<string, unknown> = {}) {
  let isEmailVerified = false
  const shop = await openShop('/checkout', {
    role: 'USER',
    answers: {
      'GET /carts': { tickets: [givenTicket], merchandisePurchases: [] },
      'GET /users/detail': () => ({ ...unconfirmed, id: 1, isAdmin: false, isEmailVerified }),
      'POST /orders': () => (isEmailVerified ? { id: 8 } : refusalOf(problem('email_not_verified'))),
      'GET /invoices/8': givenInvoice,
      'PUT /email-verifications/code': ({ body }: { body: { code: string } }) => {
        isEmailVerified = body.code === '123456'
        return isEmailVerified ? undefined : refusalOf(problem('confirmation_code_wrong'))
      },
      'POST /email-verifications': undefined,
      ...answers,
    },
  })
  await screen.findByText('Payment info')
  shop.fill(/^Address/, 'Ring 2')
  fireEvent.click(screen.getByRole('radio', { name: 'Paypal' }))
  shop.press(/^Buy Selected/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your email address' }))
  return { ...shop, dialog, confirmElsewhere: () => (isEmailVerified = true) }
}

type Dialog = Awaited<ReturnType<typeof openCheckout>>['dialog']

function enterCode(dialog: Dialog, code: string): void {
  const field = dialog.getByLabelText<HTMLInputElement>(/^Six-digit code/)
  fireEvent.change(field, { target: { value: code } })
  field.form?.requestSubmit()
}

test('repeats the refused order with the same key and content after the code is entered', async () => {
  const { dialog, asked, address } = await openCheckout()
  expect(dialog.getByText(/zofia@foyer\.example/)).toBeTruthy()
  enterCode(dialog, '123456')
  await soon(() => expect(address()).toBe('/invoice/8'))
  const orders = asked.filter(({ line }) => line.startsWith('POST /orders'))
  expect(orders).toHaveLength(2)
  expect(orders[1]?.body).toEqual(orders[0]?.body)
  expect(orders[1]?.body).toMatchObject({ userPaymentInfoDto: { address: 'Ring 2' }, paymentType: 'PAYPAL' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows a wrong code at its field and stays open', async () => {
  const { dialog, asked } = await openCheckout()
  enterCode(dialog, '999999')
  const sentence = 'This code is wrong. Please enter the code from the latest email.'
  await soon(() =>
    expect(dialog.getByLabelText(/^Six-digit code/).closest('.mantine-InputWrapper-root')?.textContent).toContain(
      sentence,
    ),
  )
  enterCode(dialog, '12')
  expect(await dialog.findByText('The code has six digits')).toBeTruthy()
  expect(asked.filter(({ line }) => line.startsWith('PUT'))).toHaveLength(1)
})

test('continues after the link was opened elsewhere, and not before', async () => {
  const { dialog, address, confirmElsewhere } = await openCheckout()
  fireEvent.click(dialog.getByRole('button', { name: 'I opened the link' }))
  expect(await dialog.findByText(/This address isn't confirmed yet/)).toBeTruthy()
  confirmElsewhere()
  fireEvent.click(dialog.getByRole('button', { name: 'I opened the link' }))
  await soon(() => expect(address()).toBe('/invoice/8'))
})

test('sends the mail again', async () => {
  const { dialog, lastAsked } = await openCheckout()
  fireEvent.click(dialog.getByRole('button', { name: 'Resend email' }))
  expect(await screen.findByText('Another email is on its way.')).toBeTruthy()
  expect(lastAsked('POST /email-verifications')).toBeDefined()
})

test('keeps the form when the dialog is closed, and opens it again with the next attempt', async () => {
  const { dialog, press } = await openCheckout()
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Please confirm your email address first.')).toBeTruthy()
  await soon(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText(/^Address/)).toHaveProperty('value', 'Ring 2')
  expect(screen.getByRole('radio', { name: 'Paypal' })).toHaveProperty('checked', true)
  press(/^Buy Selected/)
  expect(await screen.findByRole('dialog', { name: 'Confirm your email address' })).toBeTruthy()
})

test('answers all waiting calls at once, and in the negative when the page closes', async () => {
  await openCheckout()
  const waiting = Promise.all([confirmEmail(), confirmEmail()])
  act(closeShop)
  expect(await waiting).toEqual([false, false])
})

test('tells on the profile page that the address is unconfirmed, and offers the code and another mail', async () => {
  const { press, lastAsked } = await openShop('/user-page', {
    role: 'USER',
    answers: {
      'GET /users/detail': { ...unconfirmed, id: 1, isAdmin: false, isEmailVerified: false },
      'POST /email-verifications': undefined,
    },
  })
  expect(await screen.findByText(/Please confirm your email address/)).toBeTruthy()
  press('Resend email')
  await soon(() => expect(lastAsked('POST /email-verifications')).toBeDefined())
  press('Enter Code')
  expect(await screen.findByRole('dialog', { name: 'Confirm your email address' })).toBeTruthy()
})

test('says nothing of it on the profile page of a confirmed address', async () => {
  await openShop('/user-page', { role: 'USER' })
  expect(await screen.findByText('Hello, Zofia!')).toBeTruthy()
  expect(screen.queryByText(/Please confirm your email address/)).toBeNull()
})
