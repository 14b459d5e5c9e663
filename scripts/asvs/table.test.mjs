import { expect, test } from 'vitest'
import { faultsOf, readTable } from './table.mjs'

const { text, levels } = readTable()
const TEST = '`scripts/asvs/table.test.mjs` › finds nothing wrong with the table'
const NOT_MET = '## Not met\n\n| 1.1.2 | 2 | no | reason |\n'
const FIRST = `| 1.1.1 | 2 | asks | yes | how | ${TEST} |`
const SECOND = '| 1.1.2 | 2 | asks | no | how | review |'
const tableOf = (...rows) => ({
  text: `# Title\n\n${NOT_MET}\n## V1 Chapter\n\n${rows.join('\n')}\n`,
  levels: { '1.1.1': 2, '1.1.2': 2 },
})

test('finds nothing wrong with the table', () => {
  expect(Object.keys(levels)).toHaveLength(253)
  expect(faultsOf({ text, levels })).toEqual([])
})

test('finds each requirement whose row is missing', () => {
  for (const number of Object.keys(levels)) {
    const row = new RegExp(`^\\| ${number.replaceAll('.', '\\.')} \\| \\d \\| (?!partly|no \\|).*\\n`, 'm')
    const shorter = { text: text.replace(row, ''), levels }
    expect(faultsOf(shorter)).toContain(`${number} has no row.`)
  }
})

test('accepts a small table', () => {
  expect(faultsOf(tableOf(FIRST, SECOND))).toEqual([])
})

test.each([
  [[FIRST, FIRST, SECOND], '1.1.1 is repeated.'],
  [[FIRST, SECOND, FIRST.replace('1.1.1', '1.1.9')], '1.1.9 is not a requirement of these levels.'],
  [[FIRST.replace('| 2 |', '| 1 |'), SECOND], '1.1.1 is of level 2.'],
  [[FIRST.replace('yes', 'perhaps'), SECOND], '1.1.1 is neither of yes, partly, no, operator, n/a.'],
  [[FIRST.replace('how', ''), SECOND], '1.1.1 has an empty cell.'],
  [[FIRST.replace('table.test', 'other.test'), SECOND], '1.1.1 names a test that does not exist: '],
  [[FIRST.replace('finds nothing', 'finds something'), SECOND], '1.1.1 names a test that does not exist: '],
  [[FIRST.replace(TEST, ''), SECOND], '1.1.1 names a test that does not exist: '],
  [[FIRST.replace('yes', 'partly'), SECOND], 'The list of requirements that are not met differs from the rows.'],
  [[FIRST, SECOND.replace('no', 'yes')], 'The list of requirements that are not met differs from the rows.'],
])('finds a fault in %j', (rows, fault) => {
  expect(faultsOf(tableOf(...rows))).toEqual([expect.stringContaining(fault)])
})
