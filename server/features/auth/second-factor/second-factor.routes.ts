import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/second-factor.ts'
import type { AppContext } from '#server/context.ts'
import { describeDevice } from '#server/features/sessions/describe-device.ts'
import { limitsOf } from '#server/http/limits/attempt-limits.ts'
import { serve } from '#server/http/serve.ts'
import { confirmSecondFactor } from './confirm-second-factor.ts'
import { getSecondFactor } from './get-second-factor.ts'
import { logInWithCode } from './log-in-with-code.ts'
import { readLogin } from './pending-login.ts'
import { isRecoveryCode } from './recovery-codes.ts'
import { removeSecondFactor, resetSecondFactor } from './remove-second-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { startSecondFactor } from './start-second-factor.ts'

export function secondFactorRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const limits = limitsOf(db)
  const attemptOf = (code: string) => (isRecoveryCode(code) ? 'recovery code' : 'app code')

  serve(app, contract.logInWithCode, async ({ body: { token, code }, request }) => {
    const login = await readLogin(context, token)
    const device = describeDevice(request.headers['user-agent'])
    return limits.enteringCode(request, login.userId, attemptOf(code), () =>
      logInWithCode(context, { login, code, device }),
    )
  })
  serve(app, contract.getSecondFactor, ({ caller }) => getSecondFactor(db, caller))
  serve(app, contract.startSecondFactor, ({ caller, body, request }) =>
    limits.checkingPassword(request, caller.userId, () => startSecondFactor(context, { ...caller, ...body })),
  )
  serve(app, contract.confirmSecondFactor, ({ caller, body, request }) =>
    limits.enteringCode(request, caller.userId, 'app code', () => confirmSecondFactor(context, { ...caller, ...body })),
  )
  serve(app, contract.renewRecoveryCodes, ({ caller: { userId }, body, request }) =>
    limits.checkingPassword(request, userId, () =>
      limits.enteringCode(request, userId, attemptOf(body.code), () =>
        renewRecoveryCodes(context, { userId, ...body }),
      ),
    ),
  )
  serve(app, contract.removeSecondFactor, ({ caller: { userId }, body, request }) =>
    limits.checkingPassword(request, userId, () =>
      limits.enteringCode(request, userId, attemptOf(body.code), () =>
        removeSecondFactor(context, { userId, ...body }),
      ),
    ),
  )
  serve(app, contract.resetSecondFactor, async ({ caller, params, request }) => {
    const isReset = await resetSecondFactor(db, { userId: params.id, by: caller.userId })
    if (isReset) request.log.warn({ userId: caller.userId, resetUserId: params.id }, 'second factor reset')
  })
}
