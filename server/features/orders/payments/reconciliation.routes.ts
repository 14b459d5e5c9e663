import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin-reconciliation.ts'
import { CSV } from '#contract/exports.ts'
import { daysWithin } from '#domain/accounting/figures-period.ts'
import { isDifferent, sumByDay, sumsOf } from '#domain/payments/reconciliation.ts'
import type { AppContext } from '#server/context.ts'
import { Download } from '#server/http/answers/download.ts'
import { serve } from '#server/http/serve.ts'
import { exportMovements } from './export-movements.ts'
import { reconcilePayments } from './reconcile-payments.ts'

export function reconciliationRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.getReconciliation, ({ query, outsideTurn }) =>
    outsideTurn(async () => {
      const { from, to, unread, reports } = await reconcilePayments(context, query)
      const days = daysWithin({ from, to })
      return {
        ...{ firstDay: from, lastDay: to, unread },
        reports: reports.map(({ provider, comparisons }) => ({
          provider,
          found: comparisons && {
            total: sumsOf(comparisons),
            days: sumByDay(days, comparisons),
            differences: comparisons.filter(isDifferent),
          },
        })),
      }
    }),
  )
  serve(app, contract.exportReconciliation, ({ query, caller }) =>
    Download.open(
      { type: `${CSV}; charset=utf-8`, fileName: 'movements.csv' },
      exportMovements(context, { by: caller.userId, query }),
    ),
  )
}
