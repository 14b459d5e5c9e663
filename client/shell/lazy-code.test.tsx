import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyCode, useCode, useOptionalCode, type LazyCode } from './lazy-code.ts'

afterEach(cleanup)

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { message: '' }
  static getDerivedStateFromError = ({ message }: Error) => ({ message })
  override render() {
    return this.state.message || this.props.children
  }
}

function Reader({ code }: { readonly code: LazyCode<{ text: string }> }) {
  return useCode(code)?.text ?? 'on its way'
}

const open = (code: LazyCode<{ text: string }>) =>
  render(
    <Boundary>
      <Reader code={code} />
    </Boundary>,
  )

test('renders code once loaded, and at once the next time', async () => {
  const way = Promise.withResolvers<{ text: string }>()
  const load = vi.fn<() => typeof way.promise>(() => way.promise)
  const code = lazyCode(load)
  open(code)
  expect(screen.getByText('on its way')).toBeTruthy()
  await act(async () => way.resolve({ text: 'there' }))
  expect(screen.getByText('there')).toBeTruthy()
  cleanup()
  open(code)
  expect(screen.getByText('there')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('fails the page if code cannot be loaded and retries on the next', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<{ text: string }>>(() => Promise.resolve({ text: 'there' }))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const code = lazyCode(load)
  open(code)
  expect(await screen.findByText('Loading chunk failed')).toBeTruthy()
  cleanup()
  open(code)
  expect(await screen.findByText('there')).toBeTruthy()
  complaint.mockRestore()
})

function Hint({ code, occasion }: { readonly code: LazyCode<{ text: string }>; readonly occasion?: string }) {
  return useOptionalCode(code, occasion)?.text ?? 'no hint'
}

test('leaves out an optional part that cannot be loaded, and tries again at the next occasion', async () => {
  const load = vi.fn<() => Promise<{ text: string }>>(() => Promise.resolve({ text: 'there' }))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const code = lazyCode(load)
  const { rerender } = render(<Hint code={code} />)
  expect(load).not.toHaveBeenCalled()
  await act(async () => rerender(<Hint code={code} occasion="first" />))
  expect(screen.getByText('no hint')).toBeTruthy()
  await act(async () => rerender(<Hint code={code} occasion="second" />))
  expect(screen.getByText('there')).toBeTruthy()
})
