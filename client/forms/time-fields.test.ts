import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { UNREADABLE_TIME } from '#domain/time/typed-time.ts'
import { momentWhile } from './time-fields.ts'

const form = z
  .object({ publish: z.enum(['NOW', 'LATER']), from: z.string() })
  .check(momentWhile('from', ({ publish }: { publish: string; from: string }) => publish === 'LATER'))

test.each([
  [{ publish: 'LATER', from: '2026-12-24T18:30:00.000Z' }, undefined],
  [{ publish: 'LATER', from: 'tomorrow' }, UNREADABLE_TIME],
  [{ publish: 'LATER', from: '' }, messages.required],
  [{ publish: 'NOW', from: 'tomorrow' }, undefined],
])('judges %o', (values, message) => {
  const issues = z.safeParse(form, values).error?.issues ?? []
  expect(issues.map(({ path, message }) => [path, message])).toEqual(message === undefined ? [] : [[['from'], message]])
})
