import { expect, test } from 'vitest'
import { advisoriesFor } from './advisories.mjs'
import { faultsOf, readPackages } from './lockfile.mjs'

const good = { name: 'a', version: '1.2.3', licence: 'MIT', integrity: 'sha512-x', hasInstallScript: false }

test('finds nothing wrong with the packages of the lockfile', () => {
  const packages = readPackages()
  expect(packages.length).toBeGreaterThan(100)
  expect(faultsOf(packages)).toEqual([])
})

test.each([
  [{ integrity: undefined }, 'a 1.2.3 has no checksum.'],
  [{ resolved: 'https://registry.example/a.tgz' }, 'a 1.2.3 names the address https://registry.example/a.tgz.'],
  [{ hasInstallScript: true }, 'a 1.2.3 runs a script when installed.'],
  [{ licence: 'AGPL-3.0-only' }, 'a 1.2.3 has the licence AGPL-3.0-only, which is not on the list.'],
  [{ licence: 'MIT AND GPL-3.0-only' }, 'a 1.2.3 has the licence MIT AND GPL-3.0-only'],
  [{ licence: undefined }, 'a 1.2.3 has the licence undefined'],
])('finds a package with %j', (change, fault) => {
  expect(faultsOf([{ ...good, ...change }])).toEqual([expect.stringContaining(fault)])
})

test('accepts one allowed licence of several', () => {
  expect(faultsOf([{ ...good, licence: '(GPL-3.0-only OR MIT)' }])).toEqual([])
})

test('lists the advisories of the installed versions, the most severe first', () => {
  const advisory = (severity, range) => ({
    severity,
    title: severity,
    url: 'https://a.example',
    vulnerable_versions: range,
  })
  const advisories = {
    a: [advisory('low', '<2.0.0'), advisory('high', '>=1.2.0 <1.2.4'), advisory('critical', '<1.2.3')],
  }
  expect(
    advisoriesFor([good, { ...good, name: 'b' }], advisories).map(({ name, severity }) => [name, severity]),
  ).toEqual([
    ['a', 'high'],
    ['a', 'low'],
  ])
})
