import { expect } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'

/** Starts all of the attempts at once and waits for every one. */
export function race<Result>(times: number, attempt: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => attempt(index)))
}

/** The books balance: no rule of the audit is broken. */
export async function expectCleanBooks(db: Db): Promise<void> {
  expect(await selectViolations(db)).toEqual([])
}
