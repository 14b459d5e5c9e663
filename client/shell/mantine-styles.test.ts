import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { expect, test } from 'vitest'

const PACKAGES = join('node_modules', '@mantine')

/** Parts of components that appear only on request, such as by `Checkbox.Card`, and no page asks for. */
const NEVER_SHOWN = ['CheckboxCard', 'CheckboxIndicator', 'Combobox', 'RadioCard', 'RadioIndicator']
/** Parts that some pages ask for and others do not, such as the overlay of a menu. */
const SOMETIMES_SHOWN = ['Overlay', 'ScrollArea', 'SimpleGrid', 'LoadingOverlay']

const sourceOf = (path: string) => readFileSync(path, 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(({ groups }) => groups ?? {})

type Imported = { readonly pack: string; readonly name: string }

/** Lists what a module imports from packages of Mantine by name. */
function importsOf(source: string): Imported[] {
  return matches(source, /^import \{(?<names>[^}]+)\} from ['"]@mantine\/(?<pack>\w+)['"]/gm).flatMap(
    ({ names = '', pack = '' }) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => /^[A-Z]/.test(name))
        .map((name) => ({ pack, name: name.split(' as ')[0] ?? name })),
  )
}

/** Returns the file of a package that defines a component. Undefined if it is another package's. */
function fileOf({ pack, name }: Imported): string | undefined {
  const esm = join(PACKAGES, pack, 'esm')
  const index = sourceOf(join(esm, 'index.mjs'))
  const found = matches(index, /^import \{ (?<names>[^}]+) \} from "(?<path>[^"]+)"/gm).find(({ names = '' }) =>
    names.split(', ').some((one) => one.split(' as ').includes(name)),
  )
  if (!found?.['path']) throw new Error(`@mantine/${pack} has no ${name}`)
  return found['path'].startsWith('.') ? join(esm, found['path']) : undefined
}

/** Collects the files that a file of Mantine imports, directly or not, also of its other packages. */
function reachedFrom(file: string | undefined, reached = new Set<string>()): Set<string> {
  if (file === undefined || reached.has(file)) return reached
  reached.add(file)
  const source = sourceOf(file)
  for (const { path = '' } of matches(source, /^import [^"]*"(?<path>\.[^"]+)"/gm)) {
    reachedFrom(join(dirname(file), path), reached)
  }
  for (const imported of importsOf(source)) reachedFrom(fileOf(imported), reached)
  return reached
}

/** Returns the style sheets of Mantine that a component needs. */
function stylesOf(component: Imported): string[] {
  const modules = [...reachedFrom(fileOf(component))].filter((file) => file.endsWith('.module.mjs'))
  return modules.flatMap((file) => {
    const [, , pack = ''] = file.split(sep)
    const name = /(?<name>\w+)\.module\.mjs$/.exec(file)?.groups?.['name'] ?? ''
    if (pack !== 'core') return `@mantine/${pack}/styles.layer.css`
    return existsSync(join(PACKAGES, 'core', 'styles', `${name}.layer.css`)) ? sheetOf(name) : []
  })
}

const sheetOf = (part: string) => `@mantine/core/styles/${part}.layer.css`
const sheetsIn = (source: string) =>
  matches(source, /^@?import '(?<sheet>@mantine\/[^']+\.css)'/gm).map(({ sheet = '' }) => sheet)

const everywhere = sheetsIn(sourceOf('client/shell/mantine.css'))
const files = globSync('client/**/*.tsx').filter((file) => !file.includes('.test.') && !file.includes('testing'))

/** Lists, for one source, the sheets that are needed but missing, and those that are there for nothing. */
function faultsOf(source: string): string[] {
  const own = sheetsIn(source)
  const needed = new Set(importsOf(source).flatMap(stylesOf))
  const missing = [...needed].filter((sheet) => !own.includes(sheet) && !everywhere.includes(sheet))
  const needless = own.filter((sheet) => !needed.has(sheet) || everywhere.includes(sheet))
  const optional = [...NEVER_SHOWN, ...SOMETIMES_SHOWN].map(sheetOf)
  return [
    ...missing.filter((sheet) => !optional.includes(sheet)).map((sheet) => `misses ${sheet}`),
    ...needless.map((sheet) => `imports ${sheet} for nothing`),
  ]
}

test('each file imports the styles of the components of Mantine that it uses', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => faultsOf(sourceOf(file)).map((fault) => `${file} ${fault}`))).toEqual([])
})

test('notices missing and needless styles', () => {
  const checkbox = "import { Checkbox } from '@mantine/core'\n"
  expect(faultsOf(checkbox)).toEqual([`misses ${sheetOf('InlineInput')}`, `misses ${sheetOf('Checkbox')}`])
  expect(faultsOf("import { Dropzone } from '@mantine/dropzone'\n")).toEqual([
    'misses @mantine/dropzone/styles.layer.css',
  ])
  expect(faultsOf(`import '${sheetOf('Chip')}'\n`)).toEqual([`imports ${sheetOf('Chip')} for nothing`])
})
