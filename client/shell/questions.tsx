import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { questionsCanBeAsked } from '#client/ui/feedback/confirm.tsx'

/** Where questions are asked. Only who is logged in is ever asked one. */
export function Questions() {
  useEffect(questionsCanBeAsked, [])
  return <ModalsProvider />
}
