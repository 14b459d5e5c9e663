import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounting.ts'
import { CSV } from '#contract/exports.ts'
import type { AppContext } from '#server/context.ts'
import { Download } from '#server/http/answers/download.ts'
import { serve } from '#server/http/serve.ts'
import { exportPostings } from './export-postings.ts'

export function accountingRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.getPostings, ({ query: { month }, caller }) =>
    Download.open(
      { type: `${CSV}; charset=windows-1252`, fileName: `EXTF_Buchungsstapel_${month}.csv` },
      exportPostings(context, { by: caller.userId, month }),
    ),
  )
}
