import type { UseFormReturnType } from '@mantine/form'
import { useDidUpdate } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FailureCode } from '#contract/problem-document.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { useAction } from '#client/calls/use-action.ts'
import { tellAtFields } from './tell-at-fields.ts'
import { dismissFailure, dismissToast, toastError, toastSuccess, type ToastId } from '#client/ui/feedback/toasts.ts'
import { useIsUploading } from './use-is-uploading.ts'

type Settings<Values, Made> = {
  readonly form: UseFormReturnType<Values>
  readonly create: (values: Values) => Promise<Made>
  /** The message after the creation. */
  readonly success: string | ((made: Made) => string)
  /** The message if the inputs are the reason. */
  readonly failure: string
  /** Called with the created record. */
  readonly onMade: (made: Made) => unknown
}

const REFUSED_INPUTS = [400, 404, 409, 413, 415, 422]
const TOLD_BY_SERVER: readonly FailureCode[] = ['changed_meanwhile', 'idempotency_key_reused']

/**
 * Creates a record from a form. Keeps the input until the call has succeeded. Toasts about the inputs disappear with
 * the next change of an input, because they may not hold any more. Pending also while a picture is uploaded.
 */
export function useCreation<Values extends Record<string, unknown>, Made>(settings: Settings<Values, Made>) {
  const { form, create, success, failure, onMade } = settings
  const queryClient = useQueryClient()
  const failureToast = useRef<ToastId>(undefined)
  const refused = useRef<Error>(undefined)
  useDidUpdate(() => {
    dismissToast(failureToast.current)
    if (refused.current) dismissFailure(refused.current)
  }, [form.values])
  const tellFailure = () => void (failureToast.current = toastError(failure))
  const isUploading = useIsUploading()
  const { act, isPending } = useAction({
    mutationFn: create,
    onMutate: () => dismissToast(failureToast.current),
    onSuccess: (made) => {
      toastSuccess(typeof success === 'string' ? success : success(made))
      void queryClient.invalidateQueries()
      return onMade(made)
    },
    onError: (refusal) => {
      if (!(refusal instanceof ApiError) || !REFUSED_INPUTS.includes(refusal.status)) return
      // The server's own sentence tells what happened, and the inputs are not the reason.
      if (refusal.code === undefined || !TOLD_BY_SERVER.includes(refusal.code)) {
        refused.current = refusal
        tellFailure()
      }
      tellAtFields(form, refusal)
    },
  })
  return { form, isPending: isPending || isUploading, onSubmit: act, onInvalid: tellFailure }
}
