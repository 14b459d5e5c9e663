import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import { browsing } from './browsing.ts'
import { buying } from './buying.ts'
import { rules } from './rules.ts'

type Row = { readonly section: string; readonly says: string; readonly proofs: readonly string[] }

const rows: readonly Row[] = [browsing, accounts, buying, rules].flatMap((part) =>
  Object.entries(part).flatMap(([section, sentences]) =>
    Object.entries(sentences).map(([says, proof]) => ({ section, says, proofs: [proof].flat().filter(Boolean) })),
  ),
)

/** Tells whether the file has a test with the title: `test('…'`, `test.each(…)('…'`. */
function isThere(proof: string): boolean {
  const [file = '', title = ''] = proof.split(' › ')
  if (!existsSync(file)) return false
  const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``]
  return quoted.some((name) => readFileSync(file, 'utf8').includes(`(${name}`) || hasBelow(file, name))
}

/** Tells whether a line has only the title: the formatter puts a long one below its call. */
function hasBelow(file: string, name: string): boolean {
  return readFileSync(file, 'utf8')
    .split('\n')
    .some((line) => line.trim() === `${name},`)
}

test('names only existing tests', () => {
  const proofs = new Set(rows.flatMap(({ proofs }) => proofs))
  expect(proofs.size).toBeGreaterThan(80)
  expect([...proofs].filter((proof) => !isThere(proof))).toEqual([])
})

test('names a test for every sentence about the pages', () => {
  const unproved = rows.filter(({ proofs }) => proofs.length === 0).map(({ section, says }) => `${section} ${says}`)
  expect(unproved).toEqual([])
})
