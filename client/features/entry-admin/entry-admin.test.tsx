import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const show = {
  ...{ id: 3, name: 'Evening', eventTitle: 'The Seagull', locationName: 'Old House', timeZone: 'Europe/Vienna' },
  ...{ startTime: '2099-05-01T17:30:00.000Z', endTime: '2099-05-01T20:00:00.000Z', isCancelled: false },
  ...{ doorsOpenAt: null, reEntry: false, offlineUnknown: 'ADMIT', liveCodes: false, version: 4 },
}
const seat = { sectorName: 'Stalls', rowName: 'A', seatNumber: 5 }
const at = '2099-05-01T17:00:00.000Z'
const scanner = {
  ...{ id: 8, name: 'Phone 1', gateName: 'North', direction: 'IN', isSupervisor: false, pairedAt: at },
  ...{ lastSeenAt: at, revokedAt: null, scans: 40, missing: 2 },
}
const entry = {
  show,
  gates: [{ id: 5, name: 'North', sectorIds: [1] }],
  sectors: [{ id: 1, name: 'Stalls', expected: 100, admitted: 40 }],
  counters: { expected: 100, admitted: 40, inside: 39, doubles: 1, gates: [{ gateId: 5, admitted: 40, inside: 39 }] },
  minutes: [{ at, admitted: 40 }],
  scanners: [scanner],
  doubles: [{ ...seat, ticketId: 4, admittedAt: at, gateName: 'North' }],
  conflicts: [{ ...seat, ticketId: 6, scannedAt: at, scannerName: 'Phone 1', reason: 'REFUNDED' }],
}

const open = (answers = {}) =>
  openShop('/admin/shows/3/entry', { role: 'STAFF', answers: { 'GET /admin/shows/3/entry': () => entry, ...answers } })

test('shows the figures of an entry, its doubles and conflicts, and missing scans', async () => {
  await open()
  expect(await screen.findByText('⚠ 2 scans missing')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'By gate' }).textContent).toContain('North4039')
  expect(screen.getByText(/row A, seat 5.* · North$/)).toBeTruthy()
  expect(screen.getByText(/row A, seat 5.* · Phone 1 · Refunded$/)).toBeTruthy()
})

test('pairs a phone by a code, and revokes it after a question', async () => {
  const pairing = { id: 2, code: '40718293', href: 'https://tickets.example/scan#40718293', expiresAt: at }
  const { press, lastAsked } = await open({
    'POST /admin/shows/3/entry-pairings': () => pairing,
    'DELETE /admin/entry-devices/8': () => undefined,
  })
  await screen.findByText('Phone 1')
  press('Pair a phone')
  press('Show a code')
  expect(await screen.findByText('4071 8293')).toBeTruthy()
  expect(await screen.findByRole('img', { name: 'QR code for pairing' })).toBeTruthy()
  expect(screen.getByText(/open https:\/\/tickets\.example\/scan on it and type the code/)).toBeTruthy()
  const body = { name: 'Phone 2', direction: 'IN', isSupervisor: false }
  expect(lastAsked('POST /admin/shows/3/entry-pairings')?.body).toEqual(body)
  press('Revoke Phone 1')
  await screen.findByText('Revoke this scanner?')
  press('Revoke')
  await soon(() => expect(lastAsked('DELETE /admin/entry-devices/8')).toBeTruthy())
})

test('keeps what was chosen when somebody else changed the rules, and saves on the version that is there now', async () => {
  let version = 4
  const fields = [{ field: 'offlineUnknown', message: 'Changed meanwhile to: ASK' }]
  const { press, lastAsked } = await open({
    'GET /admin/shows/3/entry': () => ({ ...entry, show: { ...show, version } }),
    'PUT /admin/shows/3/entry': ({ body }: { body: { version: number } }) => {
      if (body.version === 5) return undefined
      version = 5
      return refusalOf(problem('changed_meanwhile', { what: 'show', fields }))
    },
  })
  const box = await screen.findByLabelText<HTMLInputElement>('People who left may come in again')
  box.click()
  expect(screen.queryByText(/^100 tickets are sold already/)).toBeNull()
  screen.getByLabelText<HTMLInputElement>(/^Live codes/).click()
  expect(await screen.findByText(/^100 tickets are sold already/)).toBeTruthy()
  press('Save the rules')
  expect(await screen.findByText('Changed meanwhile to: ASK')).toBeTruthy()
  expect(box.checked).toBe(true)
  press('Save the rules')
  await soon(() =>
    expect(lastAsked('PUT /admin/shows/3/entry')?.body).toMatchObject({ reEntry: true, liveCodes: true, version: 5 }),
  )
})

test('asks for a time when only a day is typed for the doors', async () => {
  const { fill, press, lastAsked } = await open()
  await screen.findByText('Phone 1')
  fill('Doors open', '2099-05-01')
  press('Save the rules')
  expect(await screen.findByText(/^Value is not a valid date/)).toBeTruthy()
  expect(lastAsked('PUT /admin/shows/3/entry')).toBeUndefined()
})
