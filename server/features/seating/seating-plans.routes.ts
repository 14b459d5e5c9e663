import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import * as contract from '#contract/seating-plans.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { clientNetworkOf } from '#server/http/client-network.ts'
import { readUpload } from '#server/http/read-upload.ts'
import { serve } from '#server/http/serve.ts'
import { checkPlan } from './check-plan.ts'
import { deletePlan } from './delete-plan.ts'
import { adminPlanOf } from './get-admin-plan.ts'
import { pricesIn } from './prices-in.ts'
import { selectAdminPlans } from './plan-uses.sql.ts'
import { createPlan, editPlan } from './save-plan.ts'

const UPLOAD_LIMITS = {
  fileSize: contract.MAX_PLAN_FILE_BYTES,
  files: 1,
  fields: 4,
  fieldSize: 1_000,
  parts: 5,
  headerPairs: 20,
}

type Options = Pick<z.output<typeof contract.checkPlanFile.query>, 'focus' | 'prices' | 'separatesZones'>

export function seatingPlanRoutes(app: FastifyInstance, { db, planReader }: AppContext): void {
  serve(app, contract.listAdminPlans, ({ query }) => selectAdminPlans(db, query))
  serve(app, contract.getAdminPlan, ({ params }) => adminPlanOf(db, params.id))
  serve(app, contract.editPlan, ({ caller, params, body }) => editPlan(db, caller.userId, { ...body, ...params }))
  serve(app, contract.deletePlan, ({ caller, params }) => deletePlan(db, caller.userId, params.id))

  async function read(request: FastifyRequest, names: { name?: string; fallbackName?: string }, options: Options) {
    const order = {
      ...names,
      focus: options.focus,
      prices: pricesIn(options.prices ?? ''),
      separatesZones: options.separatesZones ?? false,
    }
    return planReader.read(clientNetworkOf(request.ip), order, await planFileIn(request))
  }
  void app.register(async (uploads) => {
    await uploads.register(multipart, { limits: UPLOAD_LIMITS })
    serve(uploads, contract.checkPlanFile, async ({ query, request, outsideTurn }) =>
      checkPlan(db, await outsideTurn(() => read(request, { fallbackName: query.name ?? '' }, query))),
    )
    serve(uploads, contract.uploadPlan, async ({ caller, query, request, outsideTurn }) => {
      const { venue } = await outsideTurn(() => read(request, { name: query.name }, query))
      return createPlan(db, caller.userId, { venue, locationId: query.locationId })
    })
  })
}

function planFileIn(request: FastifyRequest): Promise<Buffer> {
  const megabytes = contract.MAX_PLAN_FILE_BYTES / 1_000_000
  const sentences = [`The file has more than ${megabytes} MB.`]
  return readUpload(request, problem('plan_file_refused', { sentences }))
}
