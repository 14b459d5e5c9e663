import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DateTimeField } from './date-time-field.tsx'

afterEach(cleanup)

function Field() {
  const [value, setValue] = useState('')
  return (
    <>
      <DateTimeField label="Until" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

test.each([
  ['2026-12-24T19:30:15+01:00', '2026-12-24T18:30:00.000Z'],
  ['2026-13-45T99:99:99Z', '2026-13-45T99:99:99Z'],
])('takes a pasted time with its zone, and keeps one that does not exist: %s', (pasted, value) => {
  render(
    <MantineProvider env="test">
      <Field />
    </MantineProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Until' })
  fireEvent.change(field, { target: { value: pasted } })
  expect(screen.getByRole('status').textContent).toBe(value)
  expect(field.value).not.toContain('NaN')
})
