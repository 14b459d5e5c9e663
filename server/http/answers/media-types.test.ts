import { expect, test } from 'vitest'
import { accepts, prefers } from './media-types.ts'

const COMPACT = 'application/vnd.foyer.plan'
const prefersCompact = (accept: string | undefined) => prefers(accept, COMPACT, 'application/json')

test.each([
  COMPACT,
  COMPACT.toUpperCase(),
  `${COMPACT}, application/json`,
  `application/json;q=0.5, ${COMPACT};q=0.9`,
  `application/json;q=0, ${COMPACT};q=0.001`,
  `application/*;q=0.2, ${COMPACT}; v=1; q=0.3, */*`,
])('%s prefers the compact form', (accept) => expect(prefersCompact(accept)).toBe(true))

test.each([
  undefined,
  '',
  '*/*',
  'application/*',
  'application/json',
  `${COMPACT};q=0`,
  `${COMPACT};q=0.0, application/json;q=0`,
  `${COMPACT};q=0.5, application/json;q=0.9`,
  `${COMPACT};q=0.5, */*`,
  `${COMPACT};q=nonsense`,
])('%s does not', (accept) => expect(prefersCompact(accept)).toBe(false))

test.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['identity, *;q=0', false],
  ['x-gzip', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %s accepts gzip: %s', (header, expected) => {
  expect(accepts(header, 'gzip')).toBe(expected)
})
