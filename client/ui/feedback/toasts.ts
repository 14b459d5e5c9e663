import { notifications } from '@mantine/notifications'

const ERROR_MILLISECONDS = 8000
const close = { closeButtonProps: { 'aria-label': 'Close' } }

/** Says that something worked. */
export function toastSuccess(message: string): void {
  notifications.show({ ...close, message, color: 'green' })
}

/** Takes back what was said, where it is no longer so. */
export function dismissToast(message: string): void {
  notifications.hide(message)
}

/** Says something that is neither good nor bad; what another tab brought about, when somebody looks at this one. */
export function toastInfo(message: string): void {
  if (document.hidden) document.addEventListener('visibilitychange', () => toastInfo(message), { once: true })
  else notifications.show({ ...close, id: message, message, color: 'brass' })
}

/** Says what went wrong, for eight seconds. The same sentence stands there once. */
export function toastError(message: string): void {
  notifications.show({ ...close, id: message, message, color: 'red', autoClose: ERROR_MILLISECONDS, role: 'alert' })
}
