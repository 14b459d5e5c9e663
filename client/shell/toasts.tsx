import { Notifications } from '@mantine/notifications'
import classes from './toasts.module.css'

const MILLISECONDS = 5000

/** Where toasts appear. Those that were shown before it was here appear with it. */
export function Toasts() {
  return <Notifications position="top-right" autoClose={MILLISECONDS} classNames={{ root: classes['toasts'] ?? '' }} />
}
