import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyOptionalPart } from './lazy-optional-part.tsx'

afterEach(cleanup)

const Note = ({ text }: { readonly text: string }) => <p>{text}</p>

test('leaves the place of a part empty whose code cannot be loaded, and fills it when the browser is online', async () => {
  const load = vi.fn<() => Promise<{ Note: typeof Note }>>(async () => ({ Note }))
  for (let failures = 0; failures < 2; failures += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Part = lazyOptionalPart(load, 'Note')
  const { container } = render(
    <Suspense fallback="loading">
      <Part text="there" />
    </Suspense>,
  )
  await vi.waitFor(() => expect(container.textContent).toBe(''))
  // Until it listens.
  await act(async () => {})
  await act(async () => void dispatchEvent(new Event('online')))
  expect(container.textContent).toBe('')
  await act(async () => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('there')).toBeTruthy()
})
