import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

const TABLE = 'docs/security/asvs.md'
const STATES = ['yes', 'partly', 'no', 'operator', 'n/a']
const NOT_MET = ['partly', 'no']
const NOT_MET_HEADING = '## Not met'
const REFERENCE = /^`([^`]+\.(?:test|spec)\.(?:ts|tsx|mjs))` › (.+)$/
const WITHOUT_TITLE = /^(review|`npm run [^`]+`)$/

/** Reads the table, and the level of each requirement by its number. */
export function readTable() {
  return {
    text: readFileSync(join(root, TABLE), 'utf8'),
    levels: JSON.parse(readFileSync(join(root, 'scripts/asvs/requirements.json'), 'utf8')),
  }
}

/**
 * Lists what is wrong with the table: requirements that are missing, repeated, unknown or of another level, cells
 * without content, tests that do not exist, and an incomplete list of requirements that are not met.
 */
export function faultsOf({ text, levels }) {
  const [listed, rows] = parse(text)
  const numbers = rows.map(({ number }) => number)
  const notMet = rows.filter(({ state }) => NOT_MET.includes(state)).map(({ number, state }) => `${number} ${state}`)
  const isSame = notMet.join() === listed.map(([number, , state]) => `${number} ${state}`).join()
  return [
    ...Object.keys(levels)
      .filter((number) => !numbers.includes(number))
      .map((number) => `${number} has no row.`),
    ...numbers.filter((number, index) => numbers.indexOf(number) !== index).map((number) => `${number} is repeated.`),
    ...rows.flatMap((row) => faultsOfRow(row, levels).map((fault) => `${row.number} ${fault}`)),
    ...(isSame ? [] : ['The list of requirements that are not met differs from the rows.']),
  ]
}

/** Returns the cells of the list of requirements that are not met, and the rows of the tables below it. */
function parse(text) {
  const [, list = '', ...chapters] = text.split(/^(?=## )/m)
  const cellsOf = (part) =>
    part
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
  const rows = chapters.flatMap(cellsOf).map(([number, level, asks, state, how, tests = '']) => {
    return { number, level, asks, state, how, tests: tests.split('<br>') }
  })
  return [list.startsWith(NOT_MET_HEADING) ? cellsOf(list) : [], rows]
}

function faultsOfRow({ number, level, asks, state, how, tests }, levels) {
  if (levels[number] === undefined) return ['is not a requirement of these levels.']
  return [
    ...(level === String(levels[number]) ? [] : [`is of level ${levels[number]}.`]),
    ...(STATES.includes(state) ? [] : [`is neither of ${STATES.join(', ')}.`]),
    ...(asks && how ? [] : ['has an empty cell.']),
    ...tests.filter((test) => !isTest(test)).map((test) => `names a test that does not exist: ${test}`),
  ]
}

function isTest(text) {
  if (WITHOUT_TITLE.test(text)) return true
  const [, file, title] = REFERENCE.exec(text) ?? []
  return file !== undefined && titlesIn(file).has(title)
}

const titlesOfFiles = new Map()

/** Returns the titles of the tests in a file, with `…` for an expression in a template. None if there is no file. */
function titlesIn(file) {
  const titles = titlesOfFiles.get(file) ?? readTitles(join(root, file))
  titlesOfFiles.set(file, titles)
  return titles
}

function readTitles(path) {
  const code = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const titles = code.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)*)\1,/g)
  return new Set([...titles].map(([, , title]) => title.replaceAll(/\$\{[^}]*\}/g, '…')))
}
