import { expect } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'

/** Starts all attempts concurrently and waits for all results. */
export function race<Result>(times: number, attempt: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => attempt(index)))
}

/** Expects an audit without violations. */
export async function expectCleanBooks(db: Db): Promise<void> {
  expect(await selectViolations(db)).toEqual([])
}
