import { expect, test } from 'vitest'
import { prefers } from './media-types.ts'

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
