import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { startPasswordReset } from '#contract/auth.ts'
import { resetSecondFactor } from '#contract/second-factor.ts'
import {
  changeStaffRole,
  createUser,
  deleteUser,
  listUsers,
  lockUser,
  type newUser,
  type User,
} from '#contract/users.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './users-admin.texts.ts'

export const PAGE_SIZE = 10

/** Queries one page of users without the caller. */
export const usersQuery = (query: z.input<typeof listUsers.query>) =>
  queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => call(listUsers, { query: { ...query, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Creates a user. */
export const sendUser = (body: z.input<typeof newUser>) => call(createUser, { body })

/** Locks or unlocks a user. */
export function useToggleLock({ id, email, isLocked }: User) {
  const reload = useReloadUsers()
  return useAction({
    mutationFn: () => call(lockUser, { params: { id }, body: !isLocked }),
    onSuccess: () => toastSuccess(isLocked ? texts.wasUnlocked(email) : texts.wasLocked(email)),
    onSettled: reload,
  })
}

/** Gives a user the role of staff, or takes it. */
export function useToggleStaff({ id, email, isStaff }: User) {
  const reload = useReloadUsers()
  return useAction({
    mutationFn: () => call(changeStaffRole, { params: { id }, body: !isStaff }),
    onSuccess: () => toastSuccess(isStaff ? texts.isNoStaff(email) : texts.isStaffNow(email)),
    onSettled: reload,
  })
}

/** Deletes a user permanently. */
export function useDeleteUser({ id, email }: User) {
  const reload = useReloadUsers()
  return useAction({
    mutationFn: () => call(deleteUser, { params: { id } }),
    onSuccess: () => toastSuccess(texts.wasDeleted(email)),
    onSettled: reload,
  })
}

/** Sends a password reset link to a user. */
export function useSendResetLink({ email }: User) {
  return useAction({
    mutationFn: () => call(startPasswordReset, { body: { email } }),
    onSuccess: () => toastSuccess(texts.linkSent),
  })
}

/** Removes the second factor of a user. */
export function useResetSecondFactor({ id, email }: User) {
  const reload = useReloadUsers()
  return useAction({
    mutationFn: () => call(resetSecondFactor, { params: { id } }),
    onSuccess: () => toastSuccess(texts.secondFactorReset(email)),
    onSettled: reload,
  })
}

function useReloadUsers(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['users'] })
}
