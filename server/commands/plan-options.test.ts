import { afterEach, expect, test, vi } from 'vitest'
import { planTask } from './plan-options.ts'

afterEach(() => vi.unstubAllEnvs())

test('parses the check and import of a file with its options', () => {
  const nothing = { name: undefined, focus: undefined, percents: new Map() }
  expect(planTask(['hall.csv'])).toEqual({ does: 'bring', path: 'hall.csv', wishes: nothing })
  expect(planTask(['--check', 'hall.csv', '--name', 'Hall', '--focus', '50,10', '--prices', 'Stalls=120'])).toEqual({
    does: 'check',
    path: 'hall.csv',
    wishes: { name: 'Hall', focus: { x: 50, y: 10 }, percents: new Map([['Stalls', 120]]) },
  })
})

test('parses listing and removing plans', () => {
  expect(planTask(['--list'])).toEqual({ does: 'list' })
  expect(planTask(['--remove', 'Great Hall'])).toEqual({ does: 'remove', name: 'Great Hall' })
})

test.each([
  [[], 'Say which file:\nnpm run plan -- hall.csv'],
  [['hall.csv', 'other.csv'], 'Say which file:'],
  [['hall.csv', '--list'], 'Say one thing at a time:'],
  [['--list', '--remove', 'Hall'], 'Say one thing at a time:'],
  [['--remove', 'Great', 'Hall'], 'Say one thing at a time:'],
  [['--remove', 'Hall', '--check'], 'Say one thing at a time:'],
  [['--remove'], 'There is no such option, or what belongs to one is missing:'],
  [['hall.csv', '--nonsense'], 'There is no such option, or what belongs to one is missing:'],
  [['hall.csv', '--focus', 'middle'], '--focus is top, bottom, left or right, or a point'],
  [['hall.csv', '--prices', 'cheap'], 'Prices are written'],
])('refuses %j with a sentence', (args, sentence) => {
  expect(() => planTask(args)).toThrow(sentence)
})

test.each(['check', 'list', 'remove'])('refuses an option that npm consumed: --%s', (option) => {
  vi.stubEnv(`npm_config_${option}`, 'true')
  expect(() => planTask(['Hall'])).toThrow(
    `npm has kept --${option} to itself. Write -- before all that is for the shop:`,
  )
})
