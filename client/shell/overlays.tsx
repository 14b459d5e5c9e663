import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'

/** What opens over the pages: toasts and questions. Nobody needs its code before the first page is there. */
export function Overlays() {
  return (
    <>
      <Notifications position="top-right" />
      <ModalsProvider />
    </>
  )
}
