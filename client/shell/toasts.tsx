import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import classes from './toasts.module.css'

const MILLISECONDS = 5000

/** Where toasts appear. Those that were shown before it was here appear with it. */
export function Toasts() {
  return <Notifications position="top-right" autoClose={MILLISECONDS} classNames={{ root: classes['toasts'] ?? '' }} />
}
