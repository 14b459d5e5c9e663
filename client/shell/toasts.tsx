import { Notifications } from '@mantine/notifications'
import classes from './toasts.module.css'

/** Where toasts appear. Those that were shown before it was here appear with it. */
export function Toasts() {
  return <Notifications position="top-right" classNames={{ root: classes['toasts'] ?? '' }} />
}
