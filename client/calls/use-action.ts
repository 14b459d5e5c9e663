import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { dismissFailure } from '#client/ui/feedback/toasts.ts'

/**
 * Runs an action on request, one at a time, so that a second click does nothing. Running it again removes the error
 * toast of the previous failure. `error`: the last failure, until the action runs again.
 */
export function useAction<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const { mutateAsync, isPending, error } = useMutation(options)
  // A second click may come before the next render.
  const isUnderWay = useRef(false)
  const act = (input: Input): void => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    if (error) dismissFailure(error)
    const end = () => void (isUnderWay.current = false)
    mutateAsync(input).then(end, end)
  }
  return { act, isPending, error }
}
