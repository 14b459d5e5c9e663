import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/figures.ts'
import { daysOfPeriod } from '#domain/accounting/figures-period.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { figuresReader, getShowFigures } from './get-figures.ts'

export function figuresRoutes(app: FastifyInstance, context: AppContext): void {
  const readFigures = figuresReader(context)
  serve(app, contract.getFigures, ({ query }) => readFigures((today) => daysOfPeriod(query, today)))
  serve(app, contract.getShowFigures, ({ params }) => getShowFigures(context, params.id))
}
