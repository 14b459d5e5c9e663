import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/reminders.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { optOut } from './opt-out.ts'

export function reminderRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.turnOffReminders, ({ params }) => optOut(context, params.token))
}
