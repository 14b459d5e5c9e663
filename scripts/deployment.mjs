// Checks the files in `deploy/` without a container engine: the Dockerfile and the Compose file by their linters, each
// Kubernetes object by the types and the schema of its kind, and the systemd units where systemd is installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { environment, root } from './install.mjs'

const MANIFESTS = 'deploy/kubernetes'
const KUSTOMIZATION = 'kustomization.yaml'
/** Inside the project, so that the compiler finds the packages. */
const TYPED = join(root, 'node_modules/.cache/foyer-deployment')

/** Keys stand in the order in which a reader needs them, and Caddy listens at every address of the machine. */
const NOT_FOR_COMPOSE = ['service-keys-order', 'top-level-properties-order', 'no-unbound-port-interfaces']

const faults = [
  ...outputOf('dockerfile-utils', ['lint', 'deploy/Dockerfile']),
  ...outputOf('dclint', [
    'deploy/compose',
    '--max-warnings=0',
    ...NOT_FOR_COMPOSE.map((rule) => `--disable-rule=${rule}`),
  ]),
  ...(await faultsOfManifests()),
  ...faultsOfUnits(),
]
for (const fault of faults) console.log(fault)
process.exit(faults.length === 0 ? 0 : 1)

/** Lists the faults of the Kubernetes objects. Their types know the names of fields, their schemas the values. */
async function faultsOfManifests() {
  const files = readdirSync(join(root, MANIFESTS)).filter((file) => file !== KUSTOMIZATION)
  const listed = parse(textOf(KUSTOMIZATION)).resources
  const objects = files.flatMap((file) => parseAllDocuments(textOf(file)).map((document) => [file, document.toJS()]))
  const invalid = await Promise.all(objects.map(([file, object]) => faultsOfValues(file, object)))
  return [
    ...files.filter((file) => !listed.includes(file)).map((file) => `${KUSTOMIZATION} does not list ${file}`),
    ...listed.filter((file) => !files.includes(file)).map((file) => `${KUSTOMIZATION} lists ${file}, which is missing`),
    ...invalid.flat(),
    ...faultsOfTypes(objects),
  ]
}

async function faultsOfValues(file, object) {
  const { [object.kind]: Model } = await import(packageOf(object))
  try {
    new Model(object).validate()
    return []
  } catch (error) {
    return [`${MANIFESTS}/${file}: ${error.message}`]
  }
}

/** Writes the objects as TypeScript and compiles it, because the schemas accept fields that do not exist. */
function faultsOfTypes(objects) {
  mkdirSync(TYPED, { recursive: true })
  for (const [index, [file, object]] of objects.entries()) {
    const type = `import('${packageOf(object)}').I${object.kind}`
    const code = `export const manifest: ${type} = ${JSON.stringify(object, null, 2)}\n`
    writeFileSync(join(TYPED, `${basename(file, '.yaml')}-${index}.ts`), code)
  }
  const options = { module: 'nodenext', strict: true, skipLibCheck: true, noEmit: true, types: [] }
  writeFileSync(join(TYPED, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
  const faults = outputOf('tsc', ['-p', TYPED])
  rmSync(TYPED, { recursive: true })
  return faults
}

function packageOf({ apiVersion, kind }) {
  const models = apiVersion.startsWith('postgresql.cnpg.io') ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models'
  return `${models}/${apiVersion}/${kind}`
}

/** Verifies the units; nothing where systemd is missing. It warns of unknown values, and Node may be elsewhere here. */
function faultsOfUnits() {
  const units = readdirSync(join(root, 'deploy/systemd')).map((unit) => join('deploy/systemd', unit))
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], { cwd: root, encoding: 'utf8' })
  return (stderr ?? '').split('\n').filter((line) => line !== '' && !line.includes('is not executable'))
}

function textOf(manifest) {
  return readFileSync(join(root, MANIFESTS, manifest), 'utf8')
}

/** Runs a linter. Returns the lines it printed if it found something, or nothing. */
function outputOf(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
  })
  if (error) return [`${program}: ${error.message}`]
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n')
}
