import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const OFF = { isOn: false, isMissing: false, recoveryCodesLeft: 0 }
const ON = { isOn: true, isMissing: false, recoveryCodesLeft: 2 }
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const URI = `otpauth://totp/Foyer:zofia%40foyer.example?issuer=Foyer&secret=${SECRET}`
const CODES = ['K7QJ-2MZD-XW4T-R5NA', 'ABCD-2345-EFGH-6723']

/** Opens the profile of an administrator whose shop requires a second factor, and the dialog of the setup. */
async function openSetup() {
  let state = { ...OFF, isMissing: true }
  const shop = await openShop('/user-page', {
    role: 'ADMIN',
    answers: {
      'GET /users/second-factor': () => state,
      'POST /users/second-factor': { secret: SECRET, uri: URI },
      'POST /users/second-factor/confirmation': ({ body }: { body: { code: string } }) => {
        if (body.code !== '123456') return refusalOf(problem('second_factor_wrong'))
        state = ON
        return { recoveryCodes: CODES }
      },
    },
  })
  expect(await screen.findByText(/^Administrators and staff of this shop need a second factor/)).toBeTruthy()
  shop.press('Set up')
  const dialog = within(await screen.findByRole('dialog'))
  shop.fill(/^Your password/, 'correct horse')
  shop.press('Continue')
  await dialog.findByRole('img', { name: 'QR code with the key' })
  return { ...shop, dialog }
}

test('shows the secret as a picture and as text, and the recovery codes until they are kept', async () => {
  const { dialog, fill, press } = await openSetup()
  const { viewBox } = dialog.getByRole<SVGSVGElement & HTMLElement>('img', { name: 'QR code with the key' })
  expect(viewBox).toBeTruthy()
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  fill(/^Six-digit code/, '000000')
  press('Turn on')
  expect(await dialog.findByText(/^This code is wrong or was already used/)).toBeTruthy()
  fill(/^Six-digit code/, '123456')
  press('Turn on')
  const list = within(await dialog.findByRole('list', { name: 'Recovery codes' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull()
  press("I've saved them")
  expect(await screen.findByText(/You have 2 recovery codes left\.$/)).toBeTruthy()
  await soon(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull())
})

test('turns the second factor off with password and code', async () => {
  let state = ON
  const { press, fill, lastAsked } = await openShop('/user-page', {
    role: 'USER',
    answers: { 'GET /users/second-factor': () => state, 'DELETE /users/second-factor': () => void (state = OFF) },
  })
  await screen.findByText(/You have 2 recovery codes left\.$/)
  press('Turn off')
  const form = within(await screen.findByRole('form', { name: 'Turn off' }))
  fill(/^Your password/, 'correct horse')
  fill(/^Code from the app, or a recovery code/, 'k7qj-2mzd-xw4t-r5na')
  form.getByRole('button', { name: 'Turn off' }).click()
  expect(await screen.findByText('Your second factor is off. Logging in takes only your password.')).toBeTruthy()
  expect(lastAsked('DELETE')?.body).toMatchObject({ password: 'correct horse' })
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
})
