import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { ConfirmEmail } from '#client/customer/confirm-email-dialog.tsx'
import { dialogsLoaded } from '#client/ui/feedback/dialogs.ts'

/** Renders the dialogs of all pages. Only logged-in users see any. */
export function Dialogs() {
  useEffect(dialogsLoaded, [])
  return (
    <>
      <ModalsProvider />
      <ConfirmEmail />
    </>
  )
}
