import { expect, test } from 'vitest'
import { connectionsOf, fitPool } from './fit-pool.ts'

test('keeps a pool that the database allows for all workers', () => {
  expect(connectionsOf({ WORKERS: 1, DATABASE_POOL: 20 })).toBe(41)
  expect(fitPool({ WORKERS: 1, DATABASE_POOL: 20 }, 41)).toEqual({ pool: 20 })
  expect(fitPool({ WORKERS: 4, DATABASE_POOL: 20 }, 128)).toEqual({ pool: 20 })
})

test('divides too few connections among the workers and says so', () => {
  const { pool, remark } = fitPool({ WORKERS: 4, DATABASE_POOL: 20 }, 97)
  expect(pool).toBe(12)
  expect(connectionsOf({ WORKERS: 4, DATABASE_POOL: pool })).toBeLessThanOrEqual(97)
  expect(remark).toContain('allows 97 connections, but WORKERS=4 with DATABASE_POOL=20 needs 128')
})

test('refuses to open with hardly any connection for each worker', () => {
  expect(() => fitPool({ WORKERS: 16, DATABASE_POOL: 20 }, 97)).toThrow('Raise max_connections, or lower WORKERS.')
})
