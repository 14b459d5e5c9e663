import { afterEach, expect, test, vi } from 'vitest'
import { planTask } from './plan-options.ts'

afterEach(() => vi.unstubAllEnvs())

test('parses the check and import of a file with its options', () => {
  const none = { name: undefined, focus: undefined, percents: new Map(), separatesZones: false }
  expect(planTask(['hall.csv'])).toEqual({ does: 'import', path: 'hall.csv', options: none })
  expect(
    planTask(['--check', 'hall.csv', '--name', 'Hall', '--focus', '50,10', '--prices', 'Stalls=120', '--separate']),
  ).toEqual({
    does: 'check',
    path: 'hall.csv',
    options: { name: 'Hall', focus: { x: 50, y: 10 }, percents: new Map([['Stalls', 120]]), separatesZones: true },
  })
})

test('parses listing and removing plans', () => {
  expect(planTask(['--list'])).toEqual({ does: 'list' })
  expect(planTask(['--remove', 'Great Hall'])).toEqual({ does: 'remove', name: 'Great Hall' })
})

test.each([
  [[], 'Name one file:\nnpm run plan -- hall.csv'],
  [['hall.csv', 'other.csv'], 'Name one file:'],
  [['hall.csv', '--list'], 'Use one command at a time:'],
  [['--list', '--remove', 'Hall'], 'Use one command at a time:'],
  [['--remove', 'Great', 'Hall'], 'Use one command at a time:'],
  [['--remove', 'Hall', '--check'], 'Use one command at a time:'],
  [['--remove'], 'Unknown option, or an option without its value:'],
  [['hall.csv', '--nonsense'], 'Unknown option, or an option without its value:'],
  [['hall.csv', '--focus', 'middle'], '--focus is top, bottom, left or right, or a point'],
  [['hall.csv', '--prices', 'cheap'], 'Prices are written'],
])('refuses %j with a sentence', (args, sentence) => {
  expect(() => planTask(args)).toThrow(sentence)
})

test.each(['check', 'list', 'remove'])('refuses an option that npm consumed: --%s', (option) => {
  vi.stubEnv(`npm_config_${option}`, 'true')
  expect(() => planTask(['Hall'])).toThrow(`npm consumed --${option}. Write -- before the options of the shop:`)
})
