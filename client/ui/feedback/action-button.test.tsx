import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ActionButton, ActionIconButton } from './action-button.tsx'

afterEach(cleanup)

const kinds = [
  ['a button', ActionButton],
  ['a button with a picture', ActionIconButton],
] as const

function givenButton(Button: typeof ActionButton | typeof ActionIconButton, isBusy: boolean) {
  const onClick = vi.fn<() => void>()
  const onSubmit = vi.fn<() => void>()
  render(
    <MantineProvider env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Button type="submit" aria-label="Buy" isBusy={isBusy} onClick={onClick} />
      </form>
    </MantineProvider>,
  )
  return { onClick, onSubmit, button: screen.getByRole<HTMLButtonElement>('button', { name: 'Buy' }) }
}

test.each(kinds)('treats a double click on %s as one', async (_, Button) => {
  const { onClick, onSubmit, button } = givenButton(Button, false)
  await userEvent.dblClick(button)
  expect(onClick).toHaveBeenCalledOnce()
  expect(onSubmit).toHaveBeenCalledOnce()
})

test.each(kinds)('keeps the focus on a busy %s, announces it, and ignores clicks', (_, Button) => {
  const { onClick, onSubmit, button } = givenButton(Button, true)
  expect(button.disabled).toBe(false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})
