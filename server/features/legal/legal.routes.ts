import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/legal.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { readLegalText } from './read-legal-text.ts'

export function legalRoutes(app: FastifyInstance, { settings }: AppContext): void {
  serve(app, contract.getLegalText, ({ params }) => readLegalText(settings.LEGAL_DIR, params.page))
}
