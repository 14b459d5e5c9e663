import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toastError } from '#client/ui/feedback/toasts.ts'
import { lazyCode } from './lazy-code.ts'
import { LazyToasts } from './lazy-toasts.tsx'

afterEach(() => {
  act(() => notifications.clean())
  cleanup()
})

function givenToasts() {
  const load = vi.fn(() => import('./toasts.tsx'))
  const code = lazyCode(load)
  render(
    <MantineProvider env="test">
      <LazyToasts code={code} />
    </MantineProvider>,
  )
  return load
}

test('loads the code of toasts when the page is first used', async () => {
  const load = givenToasts()
  expect(load).not.toHaveBeenCalled()
  fireEvent.pointerDown(document.body)
  expect(load).toHaveBeenCalledOnce()
  await act(() => load.mock.results[0]?.value)
  act(() => void toastError('The bell is broken.'))
  expect(screen.getByRole('alert').textContent).toContain('The bell is broken.')
})

test('loads it with the first toast, and after a failure with the next one', async () => {
  const load = givenToasts()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await act(async () => void toastError('The bell is broken.'))
  expect(load).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => void toastError('The lights are out.'))
  expect(await screen.findByText('The bell is broken.')).toBeTruthy()
  expect(screen.getByText('The lights are out.')).toBeTruthy()
})

test('loads it after a failure when the browser is online again, and shows what waited', async () => {
  const load = givenToasts()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await act(async () => void toastError('The bell is broken.'))
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => void fireEvent(globalThis as unknown as Window, new Event('online')))
  expect(load).toHaveBeenCalledTimes(2)
  expect(await screen.findByText('The bell is broken.')).toBeTruthy()
})

test('loads it for a toast that came before', async () => {
  toastError('The bell is broken.')
  expect(givenToasts()).toHaveBeenCalledOnce()
  expect(await screen.findByText('The bell is broken.')).toBeTruthy()
})
