import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/auth.ts'
import type { AppContext } from '#server/context.ts'
import { mailCauseOf } from '#server/features/mail/mail-cause.ts'
import { limitsOf } from '#server/http/limits/attempt-limits.ts'
import { type Caller, serve } from '#server/http/serve.ts'
import { describeDevice } from '#server/features/sessions/describe-device.ts'
import { checkPasswordReset } from './check-password-reset.ts'
import { confirmByCode, confirmByToken } from './confirm-email.ts'
import { finishPasswordReset } from './finish-password-reset.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { startPasswordReset } from './start-password-reset.ts'

export function authRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const limits = limitsOf(db)
  serve(app, contract.logIn, ({ body, request }) =>
    limits.loggingIn(request, body.email, () => logIn(context, { ...body, device: deviceOf(request) })),
  )
  serve(app, contract.logOut, ({ caller }) => logOut(db, caller.sessionHash))
  serve(app, contract.sendConfirmation, ({ caller: { userId }, request }) =>
    limits.sendingConfirmation(request, userId, (recent) =>
      resendConfirmation(db, userId, mailCauseOf(context, request.ip, recent)),
    ),
  )
  serve(app, contract.confirmByCode, ({ body, caller }) => confirmByCode(context, { ...caller, ...body }))
  serve(app, contract.confirmByToken, ({ body, request }) =>
    limits.usingConfirmationToken(request, async () =>
      confirmByToken(db, {
        ...{ token: body.token, password: body.password, callerId: (await callerOf(request))?.userId },
        limitPasswords: (userId, check) => limits.checkingPassword(request, userId, check),
      }),
    ),
  )
  serve(app, contract.startPasswordReset, ({ body, request }) =>
    limits.startingReset(request, body.email, async (recent) =>
      startPasswordReset(db, {
        email: body.email,
        isByAdministrator: (await callerOf(request))?.isAdmin ?? false,
        cause: mailCauseOf(context, request.ip, recent),
      }),
    ),
  )
  serve(app, contract.checkPasswordReset, ({ params, request }) =>
    limits.usingResetToken(request, () => checkPasswordReset(db, params.token)),
  )
  serve(app, contract.finishPasswordReset, ({ body, request }) =>
    limits.usingResetToken(request, () => finishPasswordReset(context, body)),
  )
}

const deviceOf = ({ headers }: FastifyRequest) => describeDevice(headers['user-agent'])

/** Identifies the sender of a request that visitors may send too, with an outdated token as well. */
function callerOf(request: FastifyRequest): Promise<Caller | undefined> {
  return request.server.identify(request).catch(() => undefined)
}
