import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SelectField, TYPE_AHEAD_DELAY } from './select-field.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Dropdown({ names }: { readonly names: string[] }) {
  const [value, setValue] = useState(names[0])
  return <SelectField label="Type" data={names} value={value} onChange={(event) => setValue(event.target.value)} />
}

function givenDropdown(names: string[]) {
  render(
    <MantineProvider env="test">
      <Dropdown names={names} />
    </MantineProvider>,
  )
  const select = screen.getByRole<HTMLSelectElement>('combobox')
  return {
    /** Types a key. Returns whether the browser handles it too, and the chosen value. */
    type: (key: string, how = {}) => [!fireEvent.keyDown(select, { key, ...how }), select.value],
    wait: (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds)),
  }
}

const names = ['All', 'Movie', 'Opera', 'Concert', 'Comedy']

test('joins letters typed within 350 milliseconds', () => {
  const { type, wait } = givenDropdown(names)
  expect(type('c')).toEqual([true, 'Concert'])
  wait(TYPE_AHEAD_DELAY - 1)
  expect(type('o')).toEqual([true, 'Concert'])
  wait(TYPE_AHEAD_DELAY - 1)
  expect(type('M')).toEqual([true, 'Comedy'])
  wait(350)
  expect(type('o')).toEqual([true, 'Opera'])
})

test('cycles through choices with a repeated letter and ignores others', () => {
  const { type, wait } = givenDropdown(names)
  expect(type('c')).toEqual([true, 'Concert'])
  expect(type('c')).toEqual([true, 'Comedy'])
  expect(type('c')).toEqual([true, 'Concert'])
  wait(TYPE_AHEAD_DELAY)
  expect(type('x')).toEqual([true, 'Concert'])
})

test('opens the dropdown with space and leaves shortcuts to the browser', () => {
  const { type } = givenDropdown(['All', 'Mixed double', 'Mixed bag'])
  expect(type(' ')).toEqual([false, 'All'])
  expect(type('m', { ctrlKey: true })).toEqual([false, 'All'])
  expect(type('ArrowDown')).toEqual([false, 'All'])
  for (const key of 'mixed') type(key)
  expect(type(' ')).toEqual([true, 'Mixed double'])
  expect(type('b')).toEqual([true, 'Mixed bag'])
})
