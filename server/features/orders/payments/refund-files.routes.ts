import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin-refund-files.ts'
import type { RefundFileId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { Download } from '#server/http/answers/download.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { selectRefundFile } from './refund-files.sql.ts'
import { endRefundFile, listRefundFiles, makeRefundFile } from './refund-files.ts'

export function refundFileRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  serve(app, contract.listRefundFiles, () => listRefundFiles(db))
  serve(app, contract.makeRefundFile, async ({ caller }) => {
    await makeRefundFile(context, caller.userId)
    return listRefundFiles(db)
  })
  serve(app, contract.downloadRefundFile, async ({ params: { id } }) => {
    const { content } = await orNotFound('payment file', selectRefundFile(db, id))
    return Download.ofContent({ type: `${contract.XML}; charset=utf-8`, fileName: fileNameOf(id) }, content)
  })
  serve(app, contract.payRefundFile, async ({ params, body, caller }) => {
    await endRefundFile(db, { ...body, id: params.id, by: caller.userId, action: 'PAID_BACK' })
    return listRefundFiles(db)
  })
  serve(app, contract.withdrawRefundFile, async ({ params, body, caller }) => {
    await endRefundFile(db, { ...body, id: params.id, by: caller.userId, action: 'RELEASED' })
    return listRefundFiles(db)
  })
}

const fileNameOf = (id: RefundFileId) => `refunds-${id}.xml`
