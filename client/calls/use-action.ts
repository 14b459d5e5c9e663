import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { dismissFailure } from '#client/ui/feedback/toasts.ts'

/**
 * Something that is done when somebody asks for it: once at a time, so that an impatient second click does nothing. Doing
 * it again takes back what was said of its failure.
 */
export function useAction<Done, Wish = void>(options: UseMutationOptions<Done, Error, Wish>) {
  const { mutateAsync, isPending, error } = useMutation(options)
  // What is drawn comes a moment after the click; a second one may be faster.
  const isUnderWay = useRef(false)
  const act = (wish: Wish): void => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    if (error) dismissFailure(error)
    const end = () => void (isUnderWay.current = false)
    mutateAsync(wish).then(end, end)
  }
  return { act, isPending }
}
