import { notifications, notificationsStore } from '@mantine/notifications'

const ERROR_MILLISECONDS = 8000
const SUCCESS_COLOR = 'green'
const ERROR_COLOR = 'red'
const close = { closeButtonProps: { 'aria-label': 'Close' } }

/** Identifies a toast on the page. */
export type ToastId = string

/** Reports success. Removes earlier errors, which would contradict it. */
export function toastSuccess(message: string): void {
  for (const { color, id } of waitingAndShown()) if (color === ERROR_COLOR) dismissToast(id)
  notifications.show({ ...close, message, color: SUCCESS_COLOR })
}

/** Reports a neutral event, such as one of another tab. Waits while the page is hidden. */
export function toastInfo(message: string): void {
  if (document.hidden) document.addEventListener('visibilitychange', () => toastInfo(message), { once: true })
  else showOnce(message, { color: 'brass' })
}

/** Reports an error for eight seconds. Returns the toast's id for `dismissToast`. */
export function toastError(message: string): ToastId {
  return showOnce(message, { color: ERROR_COLOR, autoClose: ERROR_MILLISECONDS, role: 'alert' })
}

/** Removes a toast that no longer holds. Does nothing if it is gone already. */
export function dismissToast(id: ToastId | undefined): void {
  if (id !== undefined) notifications.hide(id)
}

/** Removes all toasts, after a step that settles what they say. */
export function dismissToasts(): void {
  notifications.clean()
}

/** Calls `listener` at each change of the toasts, and at once if there are any. Returns a function that ends this. */
export function onToast(listener: () => void): () => void {
  if (waitingAndShown().length > 0) listener()
  return notificationsStore.subscribe(listener)
}

const toastOfFailure = new WeakMap<Error, ToastId>()

/** Shows the message of a failed call as an error. */
export function toastFailure(failure: Error): void {
  toastOfFailure.set(failure, toastError(failure.message))
}

/** Removes the toast of a failed call, if it has one. */
export function dismissFailure(failure: Error): void {
  dismissToast(toastOfFailure.get(failure))
}

/** Shows a toast, unless the same sentence is there already. Returns the id of the one that is there. */
function showOnce(
  message: string,
  look: { color: 'brass' | typeof ERROR_COLOR; autoClose?: number; role?: string },
): ToastId {
  const same = waitingAndShown().find((toast) => toast.message === message && toast.color !== SUCCESS_COLOR)
  return same?.id ?? notifications.show({ ...close, ...look, message })
}

function waitingAndShown() {
  const { notifications: shown, queue } = notificationsStore.getState()
  return [...shown, ...queue]
}
