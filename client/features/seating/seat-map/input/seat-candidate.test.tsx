import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { givenSeatModel } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { SeatCandidate } from './seat-candidate.tsx'

afterEach(cleanup)

const availability = new SeatAvailability(givenSeatModel())

let focusedAtCommit: Element | null = null

/** A button that shows the first seat of the stalls as a candidate, as "Next free seat" does. */
function Harness({ onSelect, isLow = false }: { readonly onSelect: () => void; readonly isLow?: boolean }) {
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => {
    focusedAtCommit = document.activeElement
  })
  return (
    <>
      <button type="button" onClick={() => setShown(true)}>
        next free
      </button>
      <button type="button">elsewhere</button>
      {isShown && (
        <SeatCandidate
          availability={availability}
          index={0}
          isLow={isLow}
          onSelect={() => {
            onSelect()
            setShown(false)
          }}
          onDismiss={() => setShown(false)}
        />
      )}
    </>
  )
}

async function open(given: { isLow?: boolean } = {}) {
  const onSelect = vi.fn()
  render(<Harness onSelect={onSelect} {...given} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  })
  const user = userEvent.setup()
  await user.click(screen.getByText('next free'))
  return { user, onSelect }
}

const select = () => screen.queryByRole('button', { name: 'Select Stalls, row A, seat 1, 45.00 €' })

test('shows the candidate with its price, and selects it by Enter', async () => {
  const { user, onSelect } = await open()
  expect(screen.getByText('Stalls, row A, seat 1, 45.00 €')).toBeTruthy()
  expect(document.activeElement).toBe(select())
  await user.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledOnce()
})

test('returns the focus after a candidate is selected or dismissed', async () => {
  const { user, onSelect } = await open()
  const before = screen.getByText('next free')
  await user.keyboard('{Enter}')
  expect([select(), document.activeElement]).toEqual([null, before])
  for (const turnAway of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Close' })),
  ]) {
    await user.click(before)
    expect(select()).not.toBeNull()
    await turnAway()
    expect([select(), document.activeElement]).toEqual([null, before])
  }
  expect(onSelect).toHaveBeenCalledOnce()
})

test('returns the focus together with closing, so that a quick next key is not lost', async () => {
  const { user } = await open()
  await user.keyboard('{Enter}')
  expect(focusedAtCommit).toBe(screen.getByText('next free'))
})

test('leaves the focus elsewhere if it has moved', async () => {
  const { user } = await open()
  const elsewhere = screen.getByText('elsewhere')
  await user.click(elsewhere)
  await user.keyboard('{Escape}')
  expect([select(), document.activeElement]).toEqual([null, elsewhere])
})

test('keeps the candidate when another component handles Escape', async () => {
  const { user } = await open()
  const takeIt = (event: KeyboardEvent) => event.preventDefault()
  document.body.addEventListener('keydown', takeIt)
  await user.keyboard('{Escape}')
  document.body.removeEventListener('keydown', takeIt)
  expect(select()).not.toBeNull()
})

test('puts the card above if the candidate is in the lower half of the map', async () => {
  await open({ isLow: true })
  expect(select()?.closest('[data-low]')).not.toBeNull()
  cleanup()
  await open()
  expect(select()?.closest('[data-low]')).toBeNull()
})
