import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/legal.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { legalTextReader } from './read-legal-text.ts'

export function legalRoutes(app: FastifyInstance, { settings }: AppContext): void {
  const readLegalText = legalTextReader(settings.LEGAL_DIR)
  serve(app, contract.getLegalText, ({ params }) => readLegalText(params.page))
}
