// Checks rules that no other tool checks, in the given files or in all: line length, subjects of sentences, clocks in
// domain/, paths in docs/.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'

const MAX_COLUMNS = 120
const QUOTED =
  /`((?:client|contract|demo|docs|domain|e2e|print|scripts|server|bench|http|features|promises|gateways|pages|db)\/[\w./@-]+)`/g

const rules = [
  { name: 'line-length', appliesTo: /\.(tsx?|mjs|cjs|js|css|sql)$/, faultsIn: longComments },
  { name: 'line-length', appliesTo: /\.md$/, faultsIn: longProse },
  { name: 'sentence-subject', appliesTo: /\.(tsx?|mjs|cjs|js|css|sql)$|^(?!STYLE).*\.md$/, faultsIn: vagueSubjects },
  { name: 'domain-has-no-clock', appliesTo: /^domain\/.*(?<!\.test)\.ts$/, faultsIn: clocks },
  { name: 'document-paths', appliesTo: /^[A-Z]+\.md$|^docs\/.*\.md$/, faultsIn: missingPaths },
]

let faults = 0
for (const file of filesToCheck()) {
  const found = rules.filter(({ appliesTo }) => appliesTo.test(file))
  if (found.length === 0) continue
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const { name, faultsIn } of found) {
    for (const { index, message } of faultsIn(lines, file)) {
      faults += 1
      console.log(`${file}:${index + 1} ${name}: ${message}`)
    }
  }
}
process.exit(faults === 0 ? 0 : 1)

function filesToCheck() {
  const given = process.argv.slice(2)
  if (given.length > 0) return given
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 24 })
  return stdout.split('\n').filter((file) => file && existsSync(join(root, file)))
}

function longComments(lines) {
  return tooLong(lines, (line) => /^\s*(\/\/|\/\*|\*|--) ?\S/.test(line) && /\S\s+\S/.test(line))
}

/** Finds long lines of Markdown outside tables and code. A link that cannot be broken may be longer. */
function longProse(lines) {
  let isCode = false
  return tooLong(lines, (line) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    return !isCode && !/^\s*\|/.test(line) && /\S\s+\S/.test(line.replace(/^\s*([-*>]|\d+\.)\s+/, ''))
  })
}

function tooLong(lines, isProse) {
  const message = `longer than ${MAX_COLUMNS} columns`
  return lines.flatMap((line, index) => (isProse(line) && line.length > MAX_COLUMNS ? [{ index, message }] : []))
}

/** Finds sentences in comments and Markdown that begin with a relative pronoun (STYLE.md). Questions are allowed. */
function vagueSubjects(lines, file) {
  const start = file.endsWith('.md') ? /(^|[.:] )(?=\S)/ : /(^\s*(\/\*\*?|\/\/|\*|--) |^\s*(\/\/|\/\*|\*|--).*[.:] )/
  const vague = new RegExp(`${start.source}(Who|Whom|Whose|Whoever|What|Whatever|So many)\\b[^?]*$`)
  const message = 'a sentence begins with who, what or so many'
  return lines.flatMap((line, index) => (vague.test(line) ? [{ index, message }] : []))
}

/** Finds readings of the process's clock. Rules receive `now` as an argument. */
function clocks(lines) {
  const message = 'domain/ reads no clock'
  return lines.flatMap((line, index) =>
    /\bnew Date(\(\)|\b(?!\())|(?<!new )\bDate\(/.test(line) ? [{ index, message }] : [],
  )
}

/** Finds paths in links and in backquotes that do not exist, without those of examples (`000N_….sql`). */
function missingPaths(lines, file) {
  return lines.flatMap((line, index) => {
    const links = [...line.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path]) =>
      join(dirname(file), path),
    )
    const paths = [...links, ...[...line.matchAll(QUOTED)].map(([, path]) => path)]
    return paths.filter((path) => !isFile(path)).map((path) => ({ index, message: `no ${path}` }))
  })
}

/** Tells whether a path exists. Documents may omit `server/` and the suffix of a module or a test. */
function isFile(path) {
  const suffixes = ['', '.ts', '.tsx', '.test.ts', '.test.tsx']
  return ['', 'server'].some((folder) => suffixes.some((suffix) => existsSync(join(root, folder, path + suffix))))
}
