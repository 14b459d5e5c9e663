import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, chosen, findBest, open, givenFinderPlan } from '#client/testing/seat-finder-rig.tsx'

givenFinderPlan()

test('replaces the choice by the best seats for a party, and announces them', async () => {
  const { user, pick } = open()
  await pick(101)
  await user.click(findBest())
  expect(chosen()).toHaveLength(2)
  expect(screen.getByText(/^Stalls, row B, seats \d and \d selected\. 2 tickets, 90\.00 €\.$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await user.click(findBest())
  expect(chosen()).toHaveLength(3)
})

test('limits the party to the allowance, and can search again with a full choice', async () => {
  const { user, pick } = open({ held: 17 })
  const more = screen.getByRole<HTMLButtonElement>('button', { name: 'One more ticket' })
  await user.click(more)
  expect(more.getAttribute('aria-disabled')).toBe('true')
  await user.click(more)
  expect(screen.getByRole('spinbutton', { name: 'Tickets' })).toHaveProperty('value', '3')
  expect(answer()).toBe('With the 17 you already hold, you can select at most 3 tickets.')
  await user.click(findBest())
  const places = chosen()
  expect(places).toHaveLength(3)
  expect(answer()).toBe("With the 17 you already hold, you've reached the limit of tickets for one show.")
  await user.click(screen.getByRole('button', { name: `Remove ${places[0]?.slice(0, -7)}` }))
  await pick(101)
  expect(chosen()).not.toEqual(places)
  expect(findBest().getAttribute('aria-disabled')).toBe('false')
  await user.click(findBest())
  expect(chosen()).toEqual(places)
})

test('explains before a search that the limit is reached', async () => {
  const { user } = open({ held: 20 })
  expect(findBest().getAttribute('aria-disabled')).toBe('true')
  expect(answer()).toBe('You can hold at most 20 reservations for one show. You already hold 20.')
  await user.click(findBest())
  expect(chosen()).toEqual([])
})

test('says why a party is smaller than typed, until it is changed', async () => {
  const { user } = open()
  const field = screen.getByRole('spinbutton', { name: 'Tickets' })
  await user.click(field)
  await user.keyboard('25')
  expect(field).toHaveProperty('value', '20')
  expect(answer()).toBe('You can select at most 20 tickets at once.')
  await user.click(screen.getByRole('button', { name: 'One fewer ticket' }))
  expect(answer()).toBe('')
})

test('lets the number of tickets be retyped, and restores it if left empty', async () => {
  const { user } = open()
  const field = screen.getByRole('spinbutton', { name: 'Tickets' })
  await user.click(field)
  await user.keyboard('{End}{Backspace}6')
  expect(field).toHaveProperty('value', '6')
  await user.clear(field)
  expect(field).toHaveProperty('value', '')
  await user.tab()
  expect(field).toHaveProperty('value', '6')
})
