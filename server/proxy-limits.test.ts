import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_PLAN_FILE_BYTES } from '#contract/seating-plans.ts'

const MEGABYTE = 1_048_576
/** A form around the file, whose largest request is that of a seating plan. */
const FORM_BYTES = 100_000

test.for([
  ['proxy/nginx.conf', /client_max_body_size (\d+)m;/],
  ['kubernetes/ingress.yaml', /proxy-body-size: (\d+)m/],
] as const)('lets the largest request pass the proxy of deploy/%s', ([file, limit]) => {
  const text = readFileSync(join(import.meta.dirname, '..', 'deploy', file), 'utf8')
  expect(Number(limit.exec(text)?.[1]) * MEGABYTE).toBeGreaterThan(MAX_PLAN_FILE_BYTES + FORM_BYTES)
})
