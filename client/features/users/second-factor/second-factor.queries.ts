import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#contract/second-factor.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'

type OnRefused = (error: Error) => void
type Proof = { password: string; code: string }

/** Reads the state of the user's second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
})

/** Returns the function that reads the state, and the sessions that a setup has ended, again. */
export function useReloadSecondFactor(): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
}

/** Gets a new secret for the app. */
export function useStartSetup(onStarted: (setup: { secret: string; uri: string }) => void, onError: OnRefused) {
  return useAction({
    mutationFn: (body: { password: string }) => call(startSecondFactor, { body }),
    onSuccess: onStarted,
    onError,
  })
}

/** Turns the second factor on with a code of the app. */
export function useConfirmSetup(onConfirmed: (codes: readonly string[]) => void, onError: OnRefused) {
  return useAction({
    mutationFn: (body: { code: string }) => call(confirmSecondFactor, { body }),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError,
  })
}

/** Gets new recovery codes. */
export function useRenewCodes(onRenewed: (codes: readonly string[]) => void, onError: OnRefused) {
  return useAction({
    mutationFn: (body: Proof) => call(renewRecoveryCodes, { body }),
    onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
    onError,
  })
}

/** Turns the second factor off. */
export function useTurnOff(onDone: () => void, onError: OnRefused) {
  return useAction({
    mutationFn: (body: Proof) => call(removeSecondFactor, { body }),
    onSuccess: onDone,
    onError,
  })
}
