// How many bytes a visitor may be asked to fetch, and how many the built client has. Prints each with its budget.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './build.mjs'
import { install, root } from './install.mjs'

const assets = join(root, 'dist', 'client', 'assets')

/** `files` begin the names of the chunks that count together; `as` is how they are compressed on their way. */
const budgets = [
  { name: 'the seat picker, page and map', files: ['buy-ticket.page-', 'seat-map-'], ending: '.js', as: 'gz', kB: 40 },
]

install()
buildClient()
const names = readdirSync(assets)
const results = budgets.map(({ name, files, ending, as, kB }) => {
  const chunks = files.map((file) => names.find((name) => name.startsWith(file) && name.endsWith(`${ending}.${as}`)))
  // A chunk that is gone or has another name is a budget that watches nothing.
  const bytes = chunks.reduce((sum, chunk) => sum + (chunk ? statSync(join(assets, chunk)).size : Infinity), 0)
  const isKept = bytes <= kB * 1000
  console.log(`${isKept ? '✓' : '✗'} ${name}: ${(bytes / 1000).toFixed(1)} of ${kB} kB (${as})`)
  return isKept
})
const passed = results.filter(Boolean).length
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exit(passed === results.length ? 0 : 1)
