import { useSyncExternalStore } from 'react'
import { canRenderDialogs } from '#client/ui/feedback/dialogs.ts'

type Settle = (isConfirmed: boolean) => void

// The one open request. Calls that are refused meanwhile wait for the same answer.
let open: { answer: Promise<boolean>; settle: Settle } | undefined
const listeners = new Set<() => void>()

/**
 * Opens the dialog to confirm the email address, as soon as the code of dialogs is loaded. Resolves to whether the
 * customer has confirmed it, to false if that code fails to load.
 */
export function confirmEmail(): Promise<boolean> {
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settle = (isConfirmed: boolean) => {
      change(undefined)
      resolve(isConfirmed)
    }
    change({ answer: promise, settle })
    void canRenderDialogs.then((can) => can || abandonConfirmation())
    return promise
  }
  return open.answer
}

/** Returns the function that answers the open request; undefined if there is none. */
export function useEmailConfirmation(): Settle | undefined {
  return useSyncExternalStore(subscribe, currentSettle)
}

/** Answers the open request in the negative, because there is no dialog for it. */
export function abandonConfirmation(): void {
  open?.settle(false)
}

function currentSettle(): Settle | undefined {
  return open?.settle
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}
