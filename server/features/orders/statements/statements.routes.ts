import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/admin-bank-statements.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { readUpload } from '#server/http/read-upload.ts'
import { serve } from '#server/http/serve.ts'
import { selectMovement, selectMovements } from './bank-movements.sql.ts'
import { bookStatement } from './book-statement.ts'
import { checkStatement } from './check-statement.ts'
import { assignMovement, endMovement } from './end-movement.ts'

const UPLOAD_LIMITS = {
  ...{ fileSize: contract.MAX_STATEMENT_BYTES, files: 1, fields: 4, fieldSize: 1_000, parts: 5, headerPairs: 20 },
}

export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  serve(app, contract.listBankMovements, ({ query }) => selectMovements(db, query))
  serve(app, contract.assignBankMovement, async ({ params, body, caller }) => {
    await assignMovement(context, { ...body, id: params.id, by: caller.userId })
    return orNotFound('movement', selectMovement(db, params.id))
  })
  serve(app, contract.payBackBankMovement, async ({ params, body, caller }) => {
    await endMovement(context, { ...body, id: params.id, by: caller.userId, action: 'PAID_BACK' })
    return orNotFound('movement', selectMovement(db, params.id))
  })
  serve(app, contract.ignoreBankMovement, async ({ params, body, caller }) => {
    await endMovement(context, { ...body, id: params.id, by: caller.userId, action: 'IGNORED' })
    return orNotFound('movement', selectMovement(db, params.id))
  })
  void app.register(async (uploads) => {
    await uploads.register(multipart, { limits: UPLOAD_LIMITS })
    serve(uploads, contract.checkBankStatement, async ({ request }) =>
      checkStatement(context, await statementIn(request)),
    )
    serve(uploads, contract.bookBankStatement, async ({ request, query: { fileName, others }, caller }) =>
      bookStatement(context, {
        ...{ by: caller.userId, fileName, file: await statementIn(request) },
        others: others?.split(',') ?? [],
      }),
    )
  })
}

function statementIn(request: FastifyRequest): Promise<Buffer> {
  const megabytes = contract.MAX_STATEMENT_BYTES / 1_000_000
  return readUpload(request, problem('statement_refused', { reason: `The file has more than ${megabytes} MB.` }))
}
