// Runs checks, rules, requests on a real PostgreSQL, races, screens, journeys in Chromium and promises: all tests but
// the slowest ones, which have faster twins (CONTRIBUTING.md).
// `npm test -- changed` runs what the difference from the main branch can affect.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root } from './install.mjs'
import { runPart } from './test-part.mjs'
import { everything, touchedByChange } from './test-plan.mjs'

const SLOWEST = 15
// `npm run prove -- controls` runs them.
const WITHOUT_CONTROLS = '--testNamePattern=^(?!control: )'

install()
rmSync(join(root, 'test-results'), { recursive: true, force: true })
const plan = process.argv[2] === 'changed' ? touchedByChange() : everything
// Imported late, because its packages may have just been installed.
const { findChromium } = await import('./chromium.mjs')

const tests = () => runVitest('Rules, requests, races, screens', 'tests', plan.tests)
const journeys = () =>
  plan.journeys &&
  runPart('Journeys in Chromium', ['node_modules/@playwright/test/cli.js', 'test', ...plan.journeys], {
    report: 'journeys.json',
    env: { CHROMIUM_PATH: chromium },
  })
const promises = () => plan.promises && runVitest('Promises', 'promises', ['--project=promises'])

console.log('Each part is printed when it has finished.')
const checks = runPart('Checks', ['scripts/check.mjs'])
const building =
  plan.budgets || plan.journeys ? runPart('Pages, built within budgets', ['scripts/budgets.mjs']) : build()
const chromium = plan.journeys && findChromium()
const built = await building
const beside = await Promise.all([checks, checks.then(tests), journeys()])
// Runs promises alone: beside the others they took longer than after them, and servers refused requests as overloaded.
const results = [built, ...beside, await promises()].filter((result) => result)

printSlowest(results.flatMap((result) => result.tests))
printFailures(results.flatMap((result) => result.failures))
const passed = sumOf('passed')
const failed = sumOf('failed')
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

function runVitest(title, name, args) {
  const report = `${name}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${report}`]
  return runPart(title, ['node_modules/vitest/vitest.mjs', 'run', WITHOUT_CONTROLS, ...reporters, ...args], { report })
}

function printSlowest(all) {
  const slowest = all.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  console.log(`\nThe slowest ${slowest.length} tests`)
  for (const { seconds, title, file } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${title} (${file})`)
  }
  console.log()
}

/** Repeats the failures at the end, where also a log that keeps only its end names them. */
function printFailures(failures) {
  for (const { title, message } of failures) console.log(`Failed: ${title}\n${message}\n`)
}

function sumOf(count) {
  return results.reduce((sum, result) => sum + result[count], 0)
}
