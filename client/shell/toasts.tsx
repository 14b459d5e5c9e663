import { Notifications } from '@mantine/notifications'

/** Where toasts appear. Those that were shown before it was here appear with it. */
export function Toasts() {
  return <Notifications position="top-right" />
}
