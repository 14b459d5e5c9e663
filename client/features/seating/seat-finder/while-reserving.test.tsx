import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { givenChoiceOptions } from '#client/testing/given-choice-options.ts'
import { givenRows, givenSeatingPlan, givenSeatModel, givenSector } from '#client/testing/given-seating-plan.ts'
import { ChoicePanel } from '../choice-panel.tsx'
import { SeatAvailability } from '../seat-availability.ts'
import { useSeatChoice } from '../use-seat-choice.ts'
import { FinderAnswer } from './finder-answer.tsx'
import { useSeatFinder } from './use-seat-finder.ts'
// Loaded here, because the page loads it lazily.
import './best-places.ts'
import './seat-offer.tsx'

afterEach(cleanup)

/** Opens a row of six seats. `seats` are the numbers that its button chooses. */
function open(...seats: number[]) {
  const sectors = [givenSector({ id: 1, name: 'Stalls', places: givenRows(['A'], 6, 1) })]
  const availability = new SeatAvailability(givenSeatModel({ ...givenSeatingPlan(), sectors }))
  let lock: (isReserving: boolean) => void = () => {}
  function Harness() {
    const [isReserving, setReserving] = useState(false)
    lock = setReserving
    const choice = useSeatChoice(availability, {
      ...givenChoiceOptions,
      reservation: { ...givenChoiceOptions.reservation, isReserving },
    })
    const finder = useSeatFinder({ availability, choice, eventType: 'OPERA' })
    return (
      <>
        <FinderAnswer availability={availability} finder={finder} isInterrupted={false} />
        <button type="button" onClick={() => choice.actions.choose(seats.map((seat) => seat - 1))}>
          choose
        </button>
        <button type="button" onClick={() => void finder.chooseBest()}>
          best
        </button>
        <ChoicePanel
          choice={choice}
          availability={availability}
          eventType="OPERA"
          isReserving={isReserving}
          reserveButton={null}
          onReserve={() => {}}
        />
      </>
    )
  }
  render(<Harness />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
  return { user: userEvent.setup(), reserve: (isReserving: boolean) => act(() => lock(isReserving)) }
}

const panel = () => screen.getByRole('complementary', { name: 'Your tickets' })
const chosen = () =>
  within(panel())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('disables undo during the reservation without moving the focus', async () => {
  const { user, reserve } = open(1, 6)
  await user.click(await button('choose'))
  await user.click(await button('best'))
  const undo = await button('Undo')
  const found = chosen()
  reserve(true)
  expect(undo.getAttribute('aria-disabled')).toBe('true')
  const reason = document.querySelector(`#${undo.getAttribute('aria-describedby')}`)
  expect(reason?.textContent).toBe('Your tickets are being reserved …')
  await user.click(undo)
  expect(document.activeElement).toBe(undo)
  expect(chosen()).toEqual(found)
  reserve(false)
  expect(undo.getAttribute('aria-disabled')).toBe('false')
  await user.click(undo)
  expect(chosen().map((ticket) => ticket.slice(0, -7))).toEqual(['Stalls, row A, seat 1', 'Stalls, row A, seat 6'])
  expect(document.activeElement).not.toBe(document.body)
})

test('disables the offer during the reservation without moving the focus', async () => {
  const { user, reserve } = open(2, 3)
  await user.click(await button('choose'))
  const offer = await button(/^Take row A/)
  const before = chosen()
  reserve(true)
  expect(offer.getAttribute('aria-disabled')).toBe('true')
  await user.click(offer)
  expect(document.activeElement).toBe(offer)
  expect(chosen()).toEqual(before)
  reserve(false)
  expect(offer.getAttribute('aria-disabled')).toBe('false')
  await user.click(offer)
  expect(chosen()).not.toEqual(before)
  expect(document.activeElement).toBe(panel())
})
