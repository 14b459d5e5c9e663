import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  email,
  listOf,
  messages,
  singleLineText,
  noReply,
  nothing,
  optionalText,
  requiredText,
  paging,
  password,
  PASSWORD_LENGTH,
} from './fields.ts'
import { userId, userIdText } from './ids.ts'

export const newUser = z.object({
  firstName: singleLineText(),
  lastName: singleLineText(),
  email,
  password: password(),
  isAdmin: z.optional(z.boolean()),
  isStaff: z.optional(z.boolean()),
})
export type NewUser = z.output<typeof newUser>

/** The registration form. Its maximum password length is lower than for users created by an administrator. */
export const registrationForm = z.extend(z.omit(newUser, { isAdmin: true, isStaff: true }), {
  password: password(PASSWORD_LENGTH.atRegistration),
})

export const userDetail = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  address: z.string(),
  points: z.number(),
  isAdmin: z.boolean(),
  /** Whether a mail reminds of a show the day before. */
  wantsReminders: z.boolean(),
  /** True for every user of a shop that requires no confirmed address. */
  isEmailVerified: z.boolean(),
  /** Whether deleting the account requires the password. */
  deletionNeedsPassword: z.boolean(),
})
export type UserDetail = z.output<typeof userDetail>

export const user = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  isStaff: z.boolean(),
  isLocked: z.boolean(),
  hasSecondFactor: z.boolean(),
})
export type User = z.output<typeof user>

export const profileForm = z.object({
  firstName: singleLineText(),
  lastName: singleLineText(),
  address: optionalText(),
  wantsReminders: z.boolean(),
})

/** The form does not validate the old password; only the server can check it. */
export const passwordForm = z.object({
  password: optionalText(),
  newPassword: password().check(z.refine((value) => value.trim() !== '', { error: messages.blank })),
})

/** The form of the deletion in a shop that requires the password. */
export const deletionForm = z.object({ password: requiredText() })

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  summary:
    'Register with a password of 8 to 72 characters. Administrators can also create administrators and ' +
    'staff, and set passwords of up to 255 characters.',
  access: 'anyone',
  params: nothing,
  query: nothing,
  body: newUser,
  reply: z.object({ id: z.optional(userId) }),
  status: 201,
  problems: ['email_taken', 'invalid_fields', 'second_factor_missing', 'too_many_requests'],
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'List all other users, filtered by email.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ ...paging, email: z.optional(optionalText()) }),
  body: nothing,
  reply: listOf(user),
  status: 200,
  problems: [],
})

export const getUserDetail = endpoint({
  method: 'GET',
  path: '/users/detail',
  summary: 'Get your account, with its currently valid points.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: userDetail,
  status: 200,
  problems: [],
})

export const editUser = endpoint({
  method: 'PATCH',
  path: '/users',
  summary: 'Change your name and address.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: z.extend(profileForm, { address: z.optional(optionalText()), wantsReminders: z.optional(z.boolean()) }),
  reply: userDetail,
  status: 200,
  problems: [],
})

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/users/change-password',
  summary: 'Change your password. Your other sessions end.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: passwordForm,
  reply: noReply,
  status: 204,
  problems: ['wrong_password', 'too_many_requests'],
})

export const deleteOwnAccount = endpoint({
  method: 'DELETE',
  path: '/users',
  summary:
    'Delete your account. Invoices stay for the legal period (INVOICE_YEARS). A shop with DELETE_NEEDS_PASSWORD requires ' +
    'your password; any shop checks a password that is sent.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: z._default(z.object({ password: z.optional(optionalText()) }), {}),
  reply: noReply,
  status: 204,
  problems: ['last_admin', 'payment_under_way', 'wrong_password', 'too_many_requests'],
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Delete another user’s account.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: userIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found', 'not_yourself', 'last_admin', 'payment_under_way'],
})

export const lockUser = endpoint({
  method: 'PATCH',
  path: '/users/:id/lock',
  summary: 'Lock (true) or unlock (false) a user. Locking ends their sessions and frees their reservations.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: userIdText }),
  query: nothing,
  body: z.boolean(),
  reply: noReply,
  status: 204,
  problems: ['not_found', 'not_yourself'],
})

export const changeStaffRole = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/staff',
  summary: 'Give (true) or take (false) a user the role of staff. Ends their sessions.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: userIdText }),
  query: nothing,
  body: z.boolean(),
  reply: noReply,
  status: 204,
  problems: ['not_found', 'not_yourself', 'account_not_confirmed'],
})
