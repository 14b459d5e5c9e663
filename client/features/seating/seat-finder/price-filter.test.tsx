import { act, cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  givenRows,
  givenSeatingPlan,
  givenSeatModel,
  givenSector,
  placeId,
} from '#client/testing/given-seating-plan.ts'
import { NOT_LOADED } from '../seat-availability.ts'
import {
  answer,
  availability,
  chosen,
  findBest,
  highest,
  open,
  price,
  take,
  givenFinderPlan,
  givenModel,
} from '#client/testing/seat-finder-rig.tsx'

givenFinderPlan()

test('finds a wheelchair place and a companion seat if their filter is pressed, and never otherwise', async () => {
  const plan = givenSeatingPlan()
  const kinds = ['WHEELCHAIR', 'COMPANION', 'RESTRICTED_VIEW'] as const
  const places = givenRows(['A', 'B'], 4, 101).map((place, at) => {
    const kind = kinds[at - 4]
    return kind ? { ...place, kind } : place
  })
  const model = givenSeatModel({ ...plan, sectors: [givenSector({ id: 1, name: 'Stalls', places })] })
  givenModel(model)
  const { user } = open()
  const filter = screen.getByRole('button', { name: 'Wheelchair place 1 free' })
  await user.click(findBest())
  expect(chosen().join(' ')).not.toContain('(')
  await user.click(filter)
  expect(filter.getAttribute('aria-pressed')).toBe('true')
  await user.click(findBest())
  expect(chosen()).toEqual([
    'Stalls, row B, seat 1 (wheelchair place)45.00 €',
    'Stalls, row B, seat 2 (companion seat)45.00 €',
  ])
  await take(105)
  await user.click(findBest())
  expect(answer()).toBe("There aren't enough wheelchair places with seats beside them.")
})

test('offers a highest price only once several prices are known', () => {
  givenModel(NOT_LOADED.model)
  open()
  expect(screen.queryByRole('combobox')).toBeNull()
  cleanup()
  givenModel(givenSeatModel())
  open()
  expect(highest().disabled).toBe(false)
})

test('states the only price of a plan instead of offering a choice', () => {
  const places = givenRows(['A'], 4, 101)
  givenModel(givenSeatModel({ ...givenSeatingPlan(), sectors: [givenSector({ id: 1, name: 'Stalls', places })] }))
  open()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('button', { name: /€/ })).toBeNull()
  expect(screen.getByText('One price: 45.00 €')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Show places by price' }).textContent).toBe('45.00 € 4 free')
})

test('respects the highest price, and reports when nothing is left', async () => {
  const { user } = open()
  await user.selectOptions(highest(), 'up to 22.50 €')
  await user.click(findBest())
  expect(chosen()).toEqual(['Circle, row C, seat 122.50 €', 'Circle, row C, seat 222.50 €'])
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await user.click(findBest())
  expect(chosen()).toEqual(['3 × Floor27.00 €'])
  expect(answer()).toBe("There aren't enough seats left at 22.50 € or less, so these are standing places.")
  await act(async () => void availability.apply([{ placeId: placeId(20), occupied: 50 }]))
  await user.click(findBest())
  expect(answer()).toBe('Fewer than 3 seats are left at 22.50 € or less.')
})

test('toggles a price with its free places, and searches only there', async () => {
  const { user } = open()
  const circle = screen.getByRole('button', { name: '22.50 € 2 free' })
  await user.click(circle)
  expect(circle.getAttribute('aria-pressed')).toBe('true')
  await user.click(findBest())
  expect(chosen()[0]).toContain('Circle')
  await user.click(circle)
  expect(circle.getAttribute('aria-pressed')).toBe('false')
})

test('presses all prices up to the highest price, and shows pressed prices as a limit', async () => {
  const { user } = open()
  const [cheap, middle, dear] = ['9.00 € 50 free', '22.50 € 2 free', '45.00 € 12 free'].map(price)
  const pressed = () => [cheap, middle, dear].map((button) => button?.getAttribute('aria-pressed') === 'true')
  const shown = () => highest().selectedOptions[0]?.textContent
  await user.selectOptions(highest(), 'up to 22.50 €')
  expect(pressed()).toEqual([true, true, false])
  await user.click(middle as HTMLElement)
  expect(shown()).toBe('up to 9.00 €')
  await user.click(cheap as HTMLElement)
  expect(shown()).toBe('Any price')
  await user.click(dear as HTMLElement)
  expect(shown()).toBe('As marked')
  await user.selectOptions(highest(), 'Any price')
  expect(pressed()).toEqual([false, false, false])
})

test('clears the answer after a change of party, price or choice', async () => {
  const { user, pick } = open()
  const refusal = "There aren't enough places left at this price."
  const ask = async () => {
    await user.click(findBest())
    expect(answer()).toBe(refusal)
  }
  await user.click(price('45.00 € 12 free'))
  for (let more = 0; more < 11; more++) await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await ask()
  await user.click(screen.getByRole('button', { name: 'One fewer ticket' }))
  expect(answer()).toBe('')
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await ask()
  await user.click(price('9.00 € 50 free'))
  expect(answer()).toBe('')
  await user.click(price('9.00 € 50 free'))
  await ask()
  await pick(101)
  expect(answer()).toBe('')
})

test('reports that no free place matches the pressed filters', async () => {
  const { user } = open()
  const circle = price('22.50 € 2 free')
  await user.click(circle)
  expect(answer()).toBe('')
  await take(11)
  await take(12)
  expect(answer()).toBe('No free place matches these filters.')
  await user.click(price('45.00 € 12 free'))
  expect(answer()).toBe('')
})

test('reports that only standing places are left at a price', async () => {
  const { user } = open()
  await user.click(price('9.00 € 50 free'))
  await user.click(screen.getByText('next free'))
  expect(answer()).toBe('Only standing places are left at this price.')
  await user.click(findBest())
  expect(chosen()).toEqual(['2 × Floor18.00 €'])
  expect(answer()).toBe('Only standing places are left at this price.')
})

test('reports the free seats and standing places if neither are enough', async () => {
  const { user } = open()
  await act(async () => void availability.apply([{ placeId: placeId(20), occupied: 49 }]))
  await user.selectOptions(highest(), 'up to 22.50 €')
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await user.click(findBest())
  expect(answer()).toBe('Only 2 seats and 1 standing place are left at 22.50 € or less.')
})
