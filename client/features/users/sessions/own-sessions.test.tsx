import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const HERE = {
  id: 12,
  createdAt: '2099-06-01T10:15:00.000Z',
  lastUsedAt: '2099-06-02T08:30:00.000Z',
  device: 'Firefox on Linux',
  isCurrent: true,
}
const THERE = { ...HERE, id: 11, device: 'Safari on iOS', isCurrent: false }

async function openSessions() {
  let elements = [HERE, THERE]
  const end = () => void (elements = [HERE])
  const shop = await openShop('/user-page', {
    role: 'USER',
    answers: { 'GET /users/sessions': () => ({ total: elements.length, elements }), 'DELETE /users/sessions': end },
  })
  const rows = within(await screen.findByRole('list', { name: 'Where you are logged in' }))
  return { ...shop, rows }
}

test('marks the session of this browser and offers to end the other', async () => {
  const { rows, lastAsked } = await openSessions()
  const [here, there] = rows.getAllByRole('listitem')
  expect(here?.textContent).toMatch(
    /^Firefox on LinuxThis browserLogged in 2099\/06\/01 .+, last used 2099\/06\/02 .+$/,
  )
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
  within(there as HTMLElement)
    .getByRole('button', { name: /^End the session of Safari on iOS, logged in 2099/ })
    .click()
  expect(await screen.findByText('The session has ended.')).toBeTruthy()
  expect(lastAsked('DELETE')?.line).toBe('DELETE /users/sessions/11')
  await soon(() => expect(rows.getAllByRole('listitem')).toHaveLength(1))
})

test('ends all other sessions, as long as there are any', async () => {
  const { press, lastAsked } = await openSessions()
  press('End all others')
  expect(await screen.findByText('All other sessions have ended.')).toBeTruthy()
  expect(lastAsked('DELETE')?.line).toBe('DELETE /users/sessions')
  await soon(() => expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull())
})
