import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { FILTER_DELAY, useLiveFilters } from './use-live-filters.ts'

type Filters = {
  minPrice?: number | string | undefined
  name?: string | undefined
  least?: string | undefined
  most?: string | undefined
  pageIndex?: number
}

const schema = z
  .object({ minPrice: z.string().check(z.regex(/^(\d+\.?)?$/)), name: z.string(), least: z.string(), most: z.string() })
  .check(z.refine(({ least, most }) => most === '' || least <= most, { path: ['most'] }))
const typed = ({ minPrice, name = '', least = '', most = '' }: Filters) => ({
  minPrice: minPrice === undefined ? '' : String(Number(minPrice) / 100),
  name,
  least,
  most,
})
const filtersIn = ({ minPrice, name, least, most }: ReturnType<typeof typed>): Filters => ({
  minPrice: minPrice === '' ? undefined : Number(minPrice) * 100,
  name: name || undefined,
  ...(least && { least }),
  ...(most && { most }),
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Presses the mouse button or releases it, with the following click. */
function turnButton(event: 'mousedown' | 'mouseup') {
  document.body.dispatchEvent(new MouseEvent(event, { bubbles: true }))
  if (event === 'mouseup') act(() => void document.body.dispatchEvent(new MouseEvent('click', { bubbles: true })))
}

function givenFilters(initial: Filters) {
  const onFilter = vi.fn<(filters: Filters) => void>()
  const hook = renderHook(
    ({ filters }: { filters: Filters }) => useLiveFilters({ schema, filters, typed, filtersIn, onFilter }),
    { initialProps: { filters: initial } },
  )
  return {
    onFilter,
    values: () => hook.result.current.values,
    errors: () => hook.result.current.errors,
    type: (field: keyof ReturnType<typeof typed>, text: string) =>
      act(() => hook.result.current.setFieldValue(field, text)),
    wait: (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds)),
    apply: (filters: Filters) => hook.rerender({ filters }),
  }
}

test('applies filters once, half a second after the last key', () => {
  const { onFilter, type, wait } = givenFilters({})
  type('name', 'm')
  wait(FILTER_DELAY - 1)
  type('name', 'mu')
  wait(FILTER_DELAY - 1)
  expect(onFilter).not.toHaveBeenCalled()
  wait(1)
  expect(onFilter.mock.calls).toEqual([[{ name: 'mu', minPrice: undefined }]])
})

test('ignores invalid filters', () => {
  const { onFilter, type, wait } = givenFilters({})
  type('minPrice', 'a lot')
  wait(FILTER_DELAY)
  expect(onFilter).not.toHaveBeenCalled()
})

test('treats invalid filters as empty and applies valid ones', () => {
  const { onFilter, type, wait, errors, values } = givenFilters({ minPrice: '1200' })
  type('minPrice', 'a lot')
  type('name', 'mug')
  wait(FILTER_DELAY)
  expect(onFilter.mock.calls).toEqual([[{ name: 'mug', minPrice: undefined }]])
  expect(Object.keys(errors())).toEqual(['minPrice'])
  expect(values().minPrice).toBe('a lot')
})

test('reports an empty range beside another invalid field and ignores both', () => {
  const { onFilter, type, wait, errors } = givenFilters({})
  type('minPrice', 'a lot')
  type('least', '3')
  type('most', '2')
  type('name', 'mug')
  wait(FILTER_DELAY)
  expect(onFilter.mock.calls).toEqual([[{ name: 'mug', minPrice: undefined, least: '3' }]])
  expect(Object.keys(errors()).toSorted()).toEqual(['minPrice', 'most'])
})

test('reports errors when filters would apply and until the next change', () => {
  const { type, wait, errors } = givenFilters({})
  type('minPrice', 'a lot')
  wait(FILTER_DELAY - 1)
  expect(errors()).toEqual({})
  wait(1)
  expect(Object.keys(errors())).toEqual(['minPrice'])
  type('minPrice', '3')
  expect(errors()).toEqual({})
})

test('keeps typed text that equals the current filters', () => {
  const { onFilter, type, wait, values, apply } = givenFilters({})
  type('minPrice', '12')
  wait(FILTER_DELAY)
  apply({ minPrice: '1200', pageIndex: 0 })
  type('minPrice', '12.')
  wait(FILTER_DELAY)
  apply({ minPrice: '1200', pageIndex: 0 })
  expect(values().minPrice).toBe('12.')
  expect(onFilter).toHaveBeenCalledTimes(1)
})

test('replaces the form and pending input with filters from outside', () => {
  const { onFilter, type, wait, values, apply } = givenFilters({ name: 'mug' })
  type('name', 'mugs')
  apply({ name: 'cap' })
  expect(values().name).toBe('cap')
  wait(FILTER_DELAY)
  expect(onFilter).not.toHaveBeenCalled()
})

test('keeps the form while paging', () => {
  const { type, values, apply } = givenFilters({ name: 'mug' })
  type('name', 'mugs')
  apply({ name: 'mug', pageIndex: 3 })
  expect(values().name).toBe('mugs')
})

test('reports invalid values after a click that began before, so that nothing moves under the pointer', () => {
  const { errors, type, wait } = givenFilters({})
  type('minPrice', '-1')
  turnButton('mousedown')
  wait(FILTER_DELAY)
  expect(errors()).toEqual({})
  turnButton('mouseup')
  expect(Object.keys(errors())).toEqual(['minPrice'])
})
