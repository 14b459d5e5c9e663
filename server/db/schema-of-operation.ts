import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ProductId, ShowId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'

/** The tables that the server needs to operate: limits, repeated requests, jobs, sums of finished days. */
export type OperationTables = {
  settings: { name: string; value: string }
  outbox: {
    id: GeneratedAlways<number>
    task: string
    payload: ColumnType<unknown, string, string>
    job_key: string | null
    run_at: Generated<Date>
    priority: Generated<number>
  }
  attempts: { key: string; empty_at: Date }
  idempotency_keys: {
    user_id: UserId
    key: string
    fingerprint: string
    answer: ColumnType<unknown, string | null, string | null>
    created_at: Generated<Date>
  }
  summed_sales: {
    day: string
    show_id: ShowId | null
    product_id: ProductId | null
    sold: number
    refunded: number
    sales: Cents
    refunds: Cents
    net: Cents
    quantity: number
    points_spent: number
  }
  summed_points: { day: string; issued: number; withdrawn: number; spent: number }
  summed_until: { time_zone: string; day: string }
}
