import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/door-list.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { getDoorList } from './get-door-list.ts'

export function doorListRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.getDoorList, ({ params }) => getDoorList(context, params.id))
}
