import { expect, test } from 'vitest'
import { sectorNumbersOf } from './sector-numbers.ts'

test('takes the number at the end of a name, and gives other sectors numbers that are left', () => {
  expect(sectorNumbersOf(['South 1', 'Gallery', 'Block 12b', 'Box', '104'])).toEqual(['1', '2', '12b', '3', '104'])
})
