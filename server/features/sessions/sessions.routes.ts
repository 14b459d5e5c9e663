import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { selectOwnSessions } from './sessions.sql.ts'

export function sessionRoutes(app: FastifyInstance, { db, settings }: AppContext): void {
  serve(app, contract.listSessions, ({ caller, query }) =>
    selectOwnSessions(db, { ...caller, ...query, idleHours: settings.SESSION_IDLE_HOURS }),
  )
  serve(app, contract.endSession, ({ caller: { userId }, params }) => endSession(db, { userId, ...params }))
  serve(app, contract.endOtherSessions, ({ caller }) => endOtherSessions(db, caller))
}
