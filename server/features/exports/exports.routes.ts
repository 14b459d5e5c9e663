import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/exports.ts'
import type { AppContext } from '#server/context.ts'
import { Download } from '#server/http/answers/download.ts'
import { readInput } from '#server/http/read-input.ts'
import { serve } from '#server/http/serve.ts'
import { exportList } from './export-list.ts'

export function exportRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.exportList, ({ query: { list, ...query }, caller }) => {
    const file = { type: `${contract.CSV}; charset=utf-8`, fileName: `${list}.csv` }
    return Download.open(
      file,
      exportList(context, { by: caller.userId, list, readFilters: (schema) => readInput(schema, query, '') }),
    )
  })
}
