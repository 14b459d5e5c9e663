// Compares the transfer sizes of the built client with their budgets.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root } from './install.mjs'

install()
build()

const client = join(root, 'dist', 'client')
const names = readdirSync(join(client, 'assets')).map((name) => `assets/${name}`)
const html = readFileSync(join(client, 'index.html'), 'utf8')
/** The files that every page fetches before its own. */
const shared = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name)
const pages = Object.entries(JSON.parse(readFileSync(`${client}.pages.json`, 'utf8')))
const ofKind = (files, ending) => files.filter((name) => name.endsWith(ending))
const [heaviest, files] = pages
  .map(([key, own]) => [key, [...shared, ...own]])
  .toSorted(([, one], [, other]) => bytesOf(other, 'br') - bytesOf(one, 'br'))[0]

const { home } = Object.fromEntries(pages)

const KIB = 1024
const budgets = [
  { name: 'code that every page needs', bytes: bytesOf(ofKind(shared, '.js'), 'br'), most: 135 * KIB },
  { name: `code and styles of the heaviest page, ${heaviest}`, bytes: bytesOf(files, 'br'), most: 200 * KIB },
  // Leaves room for the document, the font and the pictures of a first visit, which together have a goal of 250 KiB.
  { name: 'code and styles of the home page', bytes: bytesOf([...shared, ...home], 'br'), most: 180 * KIB },
  { name: 'styles of the heaviest page', bytes: mostStyles(), most: 18 * KIB },
  {
    name: 'the seat picker: code that only its page and its map have',
    bytes: bytesOf(pickerChunks(), 'gz'),
    most: 40_000,
  },
  { name: 'code and styles of the scanner, without WebAssembly', bytes: bytesOf(scannerFiles(), 'br'), most: 60 * KIB },
]

const results = budgets.map(({ name, bytes, most }) => {
  console.log(
    `${bytes <= most ? '✓' : '✗'} ${name}: ${(bytes / KIB).toFixed(1)} of ${(most / KIB).toFixed(1)} KiB compressed`,
  )
  return bytes <= most
})
const passed = results.filter(Boolean).length
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exit(passed === results.length ? 0 : 1)

/** Sums the transfer size of files. */
function bytesOf(list, compression) {
  return list.reduce((sum, name) => {
    const compressed = join(client, `${name}.${compression}`)
    return sum + statSync(existsSync(compressed) ? compressed : join(client, name)).size
  }, 0)
}

function mostStyles() {
  return Math.max(...pages.map(([, own]) => bytesOf(ofKind([...shared, ...own], '.css'), 'br')))
}

/** Lists the chunks that only the show's page has, and those of the map. */
function pickerChunks() {
  const picker = 'show'
  const elsewhere = new Set([...shared, ...pages.flatMap(([key, own]) => (key === picker ? [] : own))])
  const map = chunk('map-controller-')
  const underMap = [...readFileSync(join(client, map), 'utf8').matchAll(/from"\.\/([^"]+)"/g)]
  const all = new Set([...Object.fromEntries(pages)[picker], map, ...underMap.map(([, name]) => `assets/${name}`)])
  return ofKind([...all], '.js').filter((name) => !elsewhere.has(name))
}

/** Lists the files of the scanner's page, and the reader of codes that it loads. */
function scannerFiles() {
  const page = readFileSync(join(client, 'scan.html'), 'utf8')
  const own = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name)
  return [...own, chunk('wasm-decoder-')]
}

/** Finds a chunk by the beginning of its name. Throws for a missing chunk, whose budget would check nothing. */
function chunk(start) {
  const found = names.find((name) => name.startsWith(`assets/${start}`) && name.endsWith('.js'))
  if (!found) throw new Error(`There is no chunk ${start}`)
  return found
}
