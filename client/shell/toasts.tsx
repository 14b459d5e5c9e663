import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import classes from './toasts.module.css'

const SHOWN_MS = 5000

/** Renders toasts, including those shown before it was loaded. */
export function Toasts() {
  const isWide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false })
  return (
    <Notifications
      layout="stacked"
      position={isWide ? 'top-right' : 'bottom-right'}
      autoClose={SHOWN_MS}
      classNames={{ root: classes['toasts'] ?? '' }}
    />
  )
}
