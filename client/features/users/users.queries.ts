import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { sendConfirmation } from '#contract/auth.ts'
import { exportPersonalData } from '#contract/personal-data.ts'
import { changePassword, deleteOwnAccount, editUser, type passwordForm, type profileForm } from '#contract/users.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { clearSession } from '#client/customer/clear-session.ts'
import { ownUserQuery } from '#client/customer/own-user.ts'
import { saveFile } from '#client/ui/save-file.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './users.texts.ts'

/** Changes the user's name and address. */
export function useEditProfile(onRefused: (error: Error) => void) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (profile: z.input<typeof profileForm>) => call(editUser, { body: profile }),
    onSuccess: (user) => {
      queryClient.setQueryData(ownUserQuery.queryKey, user)
      toastSuccess(texts.saved)
    },
    onError: onRefused,
  })
}

/** Changes the user's password. */
export const changePasswordMutation = {
  mutationFn: ({ password, newPassword }: z.input<typeof passwordForm>) =>
    call(changePassword, { body: { password, newPassword } }),
}

/** Sends the confirmation mail again. */
export function useSendConfirmation() {
  return useAction({
    mutationFn: () => call(sendConfirmation),
    onSuccess: () => toastSuccess(texts.sentAgain),
  })
}

/** Downloads everything that the shop stores about the user as a JSON file. */
export function useDownloadPersonalData() {
  return useAction({
    mutationFn: () => call(exportPersonalData),
    onSuccess: (data) =>
      saveFile(texts.dataFile, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })),
  })
}

/**
 * Deletes the user's account and logs out. Calls `leavePage` before the logout, whose guard would redirect otherwise.
 */
export function useDeleteAccount(
  { email, leavePage }: { email: string; leavePage: () => void },
  onRefused?: (error: Error) => void,
) {
  return useAction({
    mutationFn: (body: { password?: string }) => call(deleteOwnAccount, { body }),
    onSuccess: () => {
      toastSuccess(texts.deleted(email))
      leavePage()
      clearSession()
    },
    ...(onRefused && { onError: onRefused }),
  })
}
