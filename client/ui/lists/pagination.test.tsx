import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { theme } from '#client/theme.ts'
import { ListPagination } from './pagination.tsx'

afterEach(cleanup)

function shownPages(total: number, pageIndex: number) {
  const onGo = vi.fn<(pageIndex: number) => void>()
  render(
    <MantineProvider env="test" theme={theme}>
      <ListPagination total={total} pageSize={10} pageIndex={pageIndex} onGo={onGo} />
    </MantineProvider>,
  )
  const texts = screen.getAllByRole('button', { name: /^Page/ }).map((button) => button.textContent)
  const ellipses = document.querySelectorAll('.mantine-Pagination-dots').length
  return { texts, ellipses, onGo }
}

test.each([
  [70, 3, ['1', '2', '3', '4', '5', '6', '7'], 0],
  [200, 0, ['1', '2', '3', '4', '5', '20'], 1],
  [200, 9, ['1', '9', '10', '11', '20'], 2],
  [200, 19, ['1', '16', '17', '18', '19', '20'], 1],
])('shows for %i items at page index %i: %j and %i ellipses', (total, pageIndex, pages, dots) => {
  const { texts, ellipses } = shownPages(total, pageIndex)
  expect(texts).toEqual(pages)
  expect(ellipses).toBe(dots)
})

test('selects a page by its button', () => {
  const { onGo } = shownPages(30, 0)
  screen.getByRole('button', { name: 'Page 3' }).click()
  expect(onGo).toHaveBeenCalledExactlyOnceWith(2)
})
