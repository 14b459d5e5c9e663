import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { questionsCanBeAsked } from '#client/ui/feedback/confirm.tsx'

/** Renders confirmation dialogs. Only logged-in users see any. */
export function Questions() {
  useEffect(questionsCanBeAsked, [])
  return <ModalsProvider />
}
