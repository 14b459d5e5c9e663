import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'

export function authRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.logIn, ({ body }) => logIn(context, body))
  serve(app, contract.logOut, ({ caller }) => logOut(context.db, caller.sessionId))
}
