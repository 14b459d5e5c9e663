import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, chosen, findBest, open, take, givenFinderPlan } from '#client/testing/seat-finder-rig.tsx'

givenFinderPlan()

test('restores the choice made by hand, even after several searches', async () => {
  const { user, pick } = open()
  await user.click(findBest())
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await pick(101)
  const byHand = chosen()
  await user.click(findBest())
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await user.click(findBest())
  expect(answer()).toBe('Your previous selection was replaced.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(chosen()).toEqual(byHand)
  expect(document.activeElement?.contains(document.querySelector('#seat-finder-answer'))).toBe(true)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('offers no undo if the best seats were already chosen', async () => {
  const { user, pick } = open()
  for (const id of [112, 111]) await pick(id)
  await user.click(screen.getByRole('button', { name: 'Best available' }))
  expect(chosen()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('keeps a seat chosen by hand during a search', async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Best available' }))
  fireEvent.change(screen.getByLabelText('place'), { target: { value: '112' } })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(chosen()).toEqual(['Stalls, row B, seat 645.00 €'])
})

test('restores only the seats that are still free', async () => {
  const { user, pick } = open()
  for (const id of [101, 102]) await pick(id)
  await user.click(findBest())
  await take(101)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(chosen()).toEqual(['Stalls, row A, seat 245.00 €'])
})

test('shows that places may have changed while the stream is interrupted', () => {
  open({ isInterrupted: true })
  expect(screen.getByText('Availability may have changed; checking again …').tagName).toBe('OUTPUT')
})

test('points out an orphan seat, and offers a better choice', async () => {
  const { user, pick } = open()
  await pick(102)
  await pick(103)
  expect(await screen.findByText('This leaves row A, seat 1 on its own.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take row A, seats 1 and 2 instead' }))
  expect(chosen()).toEqual(['Stalls, row A, seat 145.00 €', 'Stalls, row A, seat 245.00 €'])
  expect(screen.queryByText(/on its own/)).toBeNull()
})

test('announces an orphan seat once, in a live region that existed before', async () => {
  const { user, pick } = open()
  const announcements = () =>
    screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('on its own'))
  await act(() => import('./seat-offer.tsx'))
  const liveRegions = screen.getAllByRole('status')
  await pick(102)
  await pick(103)
  await screen.findByText('This leaves row A, seat 1 on its own.')
  expect(announcements().map(({ textContent }) => textContent)).toEqual(['This leaves row A, seat 1 on its own.'])
  expect(liveRegions).toContain(announcements()[0])
  await user.click(screen.getByRole('button', { name: 'Take row A, seats 1 and 2 instead' }))
  expect(announcements()).toEqual([])
})

test('offers a replacement beside the rest for a lost seat', async () => {
  const { user, pick } = open()
  for (const id of [103, 104, 105]) await pick(id)
  await take(105)
  expect(screen.getByRole('note').textContent).toBe('Stalls, row A, seat 5 was just taken by someone else.')
  await user.click(await screen.findByRole('button', { name: 'Take row A, seat 2 instead' }))
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Your tickets' }))
  expect(chosen()).toEqual([3, 4, 2].map((seat) => `Stalls, row A, seat ${seat}45.00 €`))
  expect(screen.queryByText(/just taken/)).toBeNull()
})
