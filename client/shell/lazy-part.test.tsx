import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorPage } from './error-page.tsx'
import { lazyPart } from './lazy-part.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('reports a page whose code cannot be loaded and offers a retry', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const root = createRootRoute({ errorComponent: ErrorPage })
  const component = lazyPart(() => Promise.reject(new TypeError('Failed to fetch')))
  const page = createRoute({ getParentRoute: () => root, path: '/', component, errorComponent: ErrorPage })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  expect(await screen.findByRole('heading', { name: 'Loading chunk failed' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
  complaint.mockRestore()
})

test('waits two minutes for code and retries afterwards', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<never>>(() => new Promise(() => undefined))
  const { preload } = lazyPart(load)
  const end = vi.fn<(error: unknown) => void>()
  preload().catch(end)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(end.mock.lastCall?.[0]).toMatchObject({ message: 'Loading chunk failed' })
  preload().catch(end)
  expect(load).toHaveBeenCalledTimes(2)
})
