import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { checkPasswordReset, confirmByToken, finishPasswordReset, logIn, startPasswordReset } from '#contract/auth.ts'
import { logInWithCode } from '#contract/second-factor.ts'
import { createUser } from '#contract/users.ts'
import { call } from '#client/api.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { forgetRequestedReset } from '#client/customer/requested-reset.ts'
import { startSession } from '#client/session.ts'
import { dismissToasts } from '#client/ui/feedback/toasts.ts'

type NewCustomer = { firstName: string; lastName: string; email: string; password: string }

/** Logs in. Returns the token for the second step if the account has a second factor. */
export const logInMutation = mutationOptions({
  mutationFn: async (body: { email: string; password: string }): Promise<{ token?: string }> => {
    try {
      enter(await call(logIn, { body }))
      return {}
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_needed' && error.token) {
        return { token: error.token }
      }
      throw error
    }
  },
})

/** Finishes a login with a code. */
export const logInWithCodeMutation = mutationOptions({
  mutationFn: async (body: { token: string; code: string }) => enter(await call(logInWithCode, { body })),
})

function enter(answer: string): void {
  // "Please log in" and a refused attempt no longer hold.
  dismissToasts()
  forgetRequestedReset()
  startSession(answer.replace(/^Bearer /, ''))
}

export const registerMutation = mutationOptions({
  mutationFn: ({ firstName, lastName, email, password }: NewCustomer) =>
    call(createUser, { body: { firstName, lastName, email, password } }),
})

export const sendLinkMutation = mutationOptions({
  mutationFn: (body: { email: string }) => call(startPasswordReset, { body }),
})

export const confirmEmailMutation = mutationOptions({
  mutationFn: (body: { token: string; password?: string }) => call(confirmByToken, { body }),
})

/** Checks a reset token. The page shows the reason of a refusal. */
export const resetTokenQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-resets', token],
    queryFn: async ({ signal }) => {
      await call(checkPasswordReset, { params: { token }, signal })
      return true
    },
    staleTime: Infinity,
    gcTime: 0,
    meta: { showsError: true },
  })

export const changePasswordMutation = mutationOptions({
  mutationFn: (body: { token: string; password: string }) => call(finishPasswordReset, { body }),
})
