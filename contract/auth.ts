import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, messages, noReply, nothing, optionalText, password, requiredOr } from './fields.ts'

/** The login accepts passwords longer than registration does, because existing accounts may have them. */
export const loginForm = z.object({ email, password: password() })

/** The token of a link in a mail. */
const token = z.string().check(z.minLength(1, messages.required), z.maxLength(255, messages.maxLength(255)))

export const logIn = endpoint({
  method: 'POST',
  path: '/authentication',
  summary:
    'Log in. Answers the word Bearer and the session token. An account with a second factor is answered by ' +
    'second_factor_needed, whose document has the token for the second step.',
  access: 'visitor',
  params: nothing,
  query: nothing,
  body: loginForm,
  reply: z.string(),
  status: 200,
  problems: ['wrong_credentials', 'account_locked', 'second_factor_needed', 'too_many_requests'],
})

export const logOut = endpoint({
  method: 'DELETE',
  path: '/authentication',
  summary: 'Log out: end this session on every device that uses its token.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: [],
})

export const startPasswordReset = endpoint({
  method: 'POST',
  path: '/password-resets',
  summary: 'Send a reset link to an email address. The answer is the same whether or not it has an account.',
  access: 'visitor',
  params: nothing,
  query: nothing,
  body: z.object({ email }),
  reply: noReply,
  status: 204,
  problems: ['too_many_requests'],
})

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/email-verifications',
  summary: 'Send a mail with a new confirmation link and code. Does nothing for a confirmed address.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['too_many_requests'],
})

/** The code of a confirmation mail: six digits, with blanks around or between them. */
export const confirmationCode = z.object({
  code: z.string(requiredOr(messages.code)).check(
    z.overwrite((value) => value.replaceAll(/\s/g, '')),
    z.minLength(1, { error: messages.required, abort: true }),
    z.regex(/^\d{6}$/, messages.code),
  ),
})

export const confirmByCode = endpoint({
  method: 'PUT',
  path: '/email-verifications/code',
  summary:
    'Confirm one’s own email address with the code of the latest confirmation mail. Five wrong codes make it void.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: confirmationCode,
  reply: noReply,
  status: 204,
  problems: ['confirmation_code_wrong', 'confirmation_code_void'],
})

export const confirmByToken = endpoint({
  method: 'PUT',
  path: '/email-verifications',
  summary:
    'Confirm an email address with the token of a confirmation link, in a session of its account or with its password: ' +
    'the link alone would confirm an account that a stranger created with the address.',
  access: 'visitor',
  params: nothing,
  query: nothing,
  body: z.object({ token, password: z.optional(optionalText()) }),
  reply: noReply,
  status: 204,
  problems: ['confirmation_token_invalid', 'wrong_password', 'too_many_requests'],
})

export const checkPasswordReset = endpoint({
  method: 'GET',
  path: '/password-resets/:token',
  summary: 'Check that a reset token is valid.',
  access: 'visitor',
  params: z.object({ token: token }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['reset_token_invalid', 'too_many_requests'],
})

export const finishPasswordReset = endpoint({
  method: 'PUT',
  path: '/password-resets',
  summary: 'Set a new password with a reset token. An optional email must belong to the same user as the token.',
  access: 'visitor',
  params: nothing,
  query: nothing,
  body: z.object({ token: token, email: z._default(optionalText(), ''), password: password() }),
  reply: noReply,
  status: 204,
  problems: ['reset_token_invalid', 'too_many_requests'],
})
