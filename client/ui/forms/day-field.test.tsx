import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DayField } from './day-field.tsx'

afterEach(cleanup)

function Field() {
  const [value, setValue] = useState('2026-12-24')
  return (
    <>
      <DayField label="Last day" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

function openField() {
  render(
    <MantineProvider env="test">
      <Field />
    </MantineProvider>,
  )
  return {
    field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Last day' }),
    value: () => screen.getByRole('status').textContent,
  }
}

test.each([
  ['31.12.2026', '2026-12-31'],
  ['2027/1/6', '2027-01-06'],
  ['31.02.2027', '31.02.2027'],
  ['tomorrow', 'tomorrow'],
  ['', ''],
])('reads a typed day, and keeps a text that is none: %s', (typed, value) => {
  const opened = openField()
  expect(opened.field.value).toBe('2026/12/24')
  fireEvent.change(opened.field, { target: { value: typed } })
  expect(opened.value()).toBe(value)
  expect(opened.field.value).toBe(typed)
})

test('takes a day of the calendar, which closes then', async () => {
  const { value, field } = openField()
  fireEvent.click(screen.getByRole('button', { name: 'Last day: calendar' }))
  const calendar = await screen.findByRole('dialog', { name: 'Last day' })
  fireEvent.click(screen.getByRole('button', { name: '31 December 2026' }))
  expect([value(), field.value, calendar.isConnected]).toEqual(['2026-12-31', '2026/12/31', false])
})
