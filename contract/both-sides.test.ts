import { globSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { expect, test } from 'vitest'

const LIST = 'contract/endpoints.ts'
const ofTheServer = new Set([
  // The list of all calls, for the API reference and the answers to other methods. The client names single calls.
  LIST,
  // The counterpart of read-plan.ts, which only the client imports. Both are tested together.
  'contract/compact-seating/write-plan.ts',
])

const files = globSync('{contract,server,client}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/testing\//.test(file),
)

const importersOf = Map.groupBy(
  files.flatMap((from) => importsOf(from).map((to) => ({ from, to }))),
  ({ to }) => to,
)

function importsOf(from: string): string[] {
  const specifiers = readFileSync(from, 'utf8').matchAll(/(?:from |import\(?\s?)'([^']+)'/g)
  return Array.from(specifiers, ([, name = '']) =>
    name.startsWith('.') ? normalize(`${dirname(from)}/${name}`) : name.replace(/^#/, ''),
  )
}

/** Names the top folders whose files import a file of the contract, directly or through other files of the contract. */
function sidesOf(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file)
  const importers = (importersOf.get(file) ?? []).map(({ from }) => from).filter((from) => !seen.has(from))
  const outside = importers.filter((from) => !from.startsWith('contract/')).map((from) => from.split('/')[0] ?? '')
  const inside = importers.filter((from) => from.startsWith('contract/') && from !== LIST)
  return new Set([...outside, ...inside.flatMap((from) => [...sidesOf(from, seen)])])
}

test('server and client import every file of the contract; code of one side belongs to its folder', () => {
  const contract = files.filter((file) => file.startsWith('contract/') && !ofTheServer.has(file))
  expect(contract.length).toBeGreaterThan(20)
  const oneSided = contract.filter((file) => sidesOf(file).size < 2)
  expect(oneSided).toEqual([])
  // Control: the exceptions are found as files of one side.
  for (const file of ofTheServer) expect(sidesOf(file), file).toEqual(new Set(['server']))
})
