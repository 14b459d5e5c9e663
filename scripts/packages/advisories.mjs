import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import semver from 'semver'
import { root } from '../install.mjs'

const WITHIN_MS = 30_000

/**
 * Reads the security advisories of the packages: from a file in the form of the registry's answer, or from the registry
 * itself. Throws an `Error` if neither can be read.
 */
export async function readAdvisories(packages, file) {
  if (file) return JSON.parse(readFileSync(file, 'utf8'))
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8', shell: false })
  const address = new URL('-/npm/v1/security/advisories/bulk', stdout.trim())
  const versions = Map.groupBy(packages, ({ name }) => name)
  const body = Object.fromEntries([...versions].map(([name, all]) => [name, all.map(({ version }) => version)]))
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  if (!answer.ok) throw new Error(`The registry answered ${answer.status}.`)
  return answer.json()
}

/** Lists the advisories that apply to an installed version, the most severe first. */
export function advisoriesFor(packages, advisories) {
  const severities = ['critical', 'high', 'moderate', 'low', 'info']
  return packages
    .flatMap(({ name, version, isDevelopment }) =>
      (advisories[name] ?? [])
        .filter(({ vulnerable_versions: range }) => semver.satisfies(version, range, { includePrerelease: true }))
        .map(({ severity, title, url }) => ({ name, version, isDevelopment, severity, title, url })),
    )
    .toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}
