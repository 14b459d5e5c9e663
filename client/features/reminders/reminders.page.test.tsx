import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

test('turns off reminders after a click', async () => {
  const { press, lastAsked } = await openShop('/reminders?token=7.abc', { answers: { 'POST /reminder': undefined } })
  await screen.findByRole('button', { name: 'Turn off reminders' })
  expect(lastAsked('POST')).toBeUndefined()
  press('Turn off reminders')
  expect(await screen.findByText(/^Reminders are off/)).toBeTruthy()
  expect(lastAsked('POST')?.line).toBe('POST /reminder-opt-outs/7.abc')
})

test('explains how to turn off reminders without a link of a mail', async () => {
  await openShop('/reminders', {})
  expect(await screen.findByText(/^Turn reminders on or off on your profile/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
