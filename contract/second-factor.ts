import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { messages, noReply, nothing, optionalText, requiredOr, requiredText } from './fields.ts'
import { userIdText } from './ids.ts'

/** Text that counts without the blanks and hyphens in which people group it. */
const grouped = (pattern: RegExp, message: string) =>
  z.string(requiredOr(message)).check(
    z.overwrite((value) => value.replaceAll(/[\s-]/g, '').toUpperCase()),
    z.minLength(1, { error: messages.required, abort: true }),
    z.regex(pattern, message),
  )

/** The code that an authenticator app shows: six digits. */
const appCode = grouped(/^\d{6}$/, messages.code)

/** A code of the app, or a recovery code. */
const anyCode = grouped(/^(\d{6}|[A-Z2-7]{16})$/, messages.secondFactorCode)

/** The forms of login, setup and changes. Passwords are not validated, because only the server can check them. */
export const codeForm = z.object({ code: anyCode })
export const setupCodeForm = z.object({ code: appCode })
export const setupForm = z.object({ password: requiredText() })
export const changeForm = z.extend(setupForm, codeForm.shape)

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const logInWithCode = endpoint({
  method: 'POST',
  path: '/authentication/second-factor',
  summary:
    'Finish a login that was answered by second_factor_needed, with its token and a code of the app or a recovery ' +
    'code. Answers the word Bearer and the session token.',
  access: 'visitor',
  params: nothing,
  query: nothing,
  body: z.extend(codeForm, { token: optionalText(2_000) }),
  reply: z.string(),
  status: 200,
  problems: ['second_factor_wrong', 'login_expired', 'too_many_requests'],
})

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/users/second-factor',
  summary: 'Get the state of your second factor.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({
    isOn: z.boolean(),
    /** Whether calls of an administrator are refused for want of a second factor. */
    isMissing: z.boolean(),
    recoveryCodesLeft: z.number(),
  }),
  status: 200,
  problems: [],
})

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/users/second-factor',
  summary:
    'Get a new secret for an authenticator app. It counts once it is confirmed with a code. Needs a confirmed email ' +
    'address, if the shop requires one.',
  access: 'customer',
  // Calls that need one by this field are closed to administrators without a second factor.
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: setupForm,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  status: 201,
  problems: ['email_not_verified', 'wrong_password', 'second_factor_on', 'too_many_requests'],
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/users/second-factor/confirmation',
  summary:
    'Turn on the second factor with a code of the app. Answers ten recovery codes, once. Your other sessions end.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: setupCodeForm,
  reply: recoveryCodes,
  status: 200,
  problems: ['second_factor_wrong', 'second_factor_on', 'second_factor_off', 'too_many_requests'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/second-factor/recovery-codes',
  summary: 'Get ten new recovery codes, once. The earlier ones no longer work.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: changeForm,
  reply: recoveryCodes,
  status: 200,
  problems: ['wrong_password', 'second_factor_wrong', 'second_factor_off', 'too_many_requests'],
})

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/second-factor',
  summary: 'Turn off your second factor. Does nothing without one.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: changeForm,
  reply: noReply,
  status: 204,
  problems: ['wrong_password', 'second_factor_wrong', 'too_many_requests'],
})

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/:id/second-factor',
  summary: 'Remove the second factor of another user, whose sessions end. Does nothing without one.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: userIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_yourself'],
})
