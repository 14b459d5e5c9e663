import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { checkPasswordReset, confirmByToken, finishPasswordReset, logIn, startPasswordReset } from '#contract/auth.ts'
import { createUser } from '#contract/users.ts'
import { call } from '#client/api.ts'
import { startSession } from '#client/session.ts'

type NewCustomer = { firstName: string; lastName: string; email: string; password: string }

export const logInMutation = mutationOptions({
  mutationFn: async (body: { email: string; password: string }) => {
    const answer = await call(logIn, { body })
    startSession(answer.replace(/^Bearer /, ''))
  },
})

export const registerMutation = mutationOptions({
  mutationFn: ({ firstName, lastName, email, password }: NewCustomer) =>
    call(createUser, { body: { firstName, lastName, email, password } }),
})

export const sendLinkMutation = mutationOptions({
  mutationFn: (body: { email: string }) => call(startPasswordReset, { body }),
})

export const confirmEmailMutation = mutationOptions({
  mutationFn: (body: { token: string }) => call(confirmByToken, { body }),
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
