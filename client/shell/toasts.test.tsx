import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastError, toastInfo, toastSuccess } from '#client/ui/feedback/toasts.ts'
import { Toasts } from './toasts.tsx'

const FADE = 500

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => notifications.clean())
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['an error', 8000, toastError],
  ['a success', 5000, toastSuccess],
  ['a hint', 5000, toastInfo],
])('shows %s for %i milliseconds', (_, milliseconds, show) => {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
  act(() => show('The bell rings.'))
  act(() => void vi.advanceTimersByTime(milliseconds - 50))
  expect(screen.queryByText('The bell rings.')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(50))
  act(() => void vi.advanceTimersByTime(FADE))
  expect(screen.queryByText('The bell rings.')).toBeNull()
})

test('removes errors, but no hints, when something succeeds', () => {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
  act(() => void toastError('The bell is broken.'))
  act(() => toastInfo('The bell rings.'))
  act(() => toastSuccess('The curtain rises.'))
  act(() => void vi.advanceTimersByTime(FADE))
  expect(screen.queryByText('The bell is broken.')).toBeNull()
  expect(screen.queryByText('The bell rings.')).not.toBeNull()
  expect(screen.queryByText('The curtain rises.')).not.toBeNull()
})

test('delays a hint in a hidden tab', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
  act(() => toastInfo('Please log in!'))
  act(() => void vi.advanceTimersByTime(60_000))
  act(() => void vi.advanceTimersByTime(FADE))
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('Please log in!')).toBeTruthy()
  hidden.mockRestore()
})

test('stacks toasts and starts their timers when visible', () => {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
  act(() => toastSuccess('The bell rings.'))
  act(() => toastSuccess('The curtain rises.'))
  const isBelow = (message: string) => screen.getByText(message).closest('[inert]') !== null
  expect([isBelow('The bell rings.'), isBelow('The curtain rises.')]).toEqual([true, false])
  act(() => void vi.advanceTimersByTime(5000))
  act(() => void vi.advanceTimersByTime(FADE))
  expect(screen.queryByText('The curtain rises.')).toBeNull()
  expect(isBelow('The bell rings.')).toBe(false)
  act(() => void vi.advanceTimersByTime(5000))
  act(() => void vi.advanceTimersByTime(FADE))
  expect(screen.queryByText('The bell rings.')).toBeNull()
})
