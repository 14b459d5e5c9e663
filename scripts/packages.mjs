// Inspects the packages of the lockfile:
//   npm run packages                         faults: checksums, addresses, install scripts, licences
//   npm run packages -- licences             every licence with its packages
//   npm run packages -- sbom                 a software bill of materials (CycloneDX) of what the shop runs
//   npm run packages -- advisories [file]    known vulnerabilities, from the registry or from a file with its answer
import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'
import { advisoriesFor, readAdvisories } from './packages/advisories.mjs'
import { faultsOf, readPackages } from './packages/lockfile.mjs'

const NOT_CHECKED = 2

const [task, file] = process.argv.slice(2)
const tasks = { licences: listLicences, sbom: writeSbom, advisories: checkAdvisories }
if (task === undefined) process.exit(listFaults())
if (!(task in tasks)) {
  console.error(`There is no task '${task}'. Name one of ${Object.keys(tasks).join(', ')}, or none.`)
  process.exit(1)
}
process.exit(await tasks[task]())

function listFaults() {
  const packages = readPackages()
  const faults = faultsOf(packages)
  for (const fault of faults) console.log(fault)
  console.log(`${packages.length} packages, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

function listLicences() {
  const byLicence = Map.groupBy(readPackages(), ({ licence }) => licence ?? 'none')
  for (const [licence, packages] of [...byLicence].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const names = [...new Set(packages.map(({ name }) => name))]
    console.log(`${licence} (${names.length}): ${names.toSorted().join(', ')}`)
  }
  return 0
}

function writeSbom() {
  const { status } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status ?? 1
}

async function checkAdvisories() {
  const packages = readPackages()
  let advisories
  try {
    advisories = await readAdvisories(packages, file)
  } catch (error) {
    console.error(`The advisories could not be read, so nothing was checked: ${error.message}`)
    return NOT_CHECKED
  }
  const found = advisoriesFor(packages, advisories)
  for (const { name, version, isDevelopment, severity, title, url } of found) {
    console.log(`${severity}: ${name} ${version}${isDevelopment ? ' (development)' : ''}: ${title} ${url}`)
  }
  console.log(`${packages.length} packages, ${found.length} advisories`)
  return found.some(({ severity, isDevelopment }) => !isDevelopment && /^(high|critical)$/.test(severity)) ? 1 : 0
}
