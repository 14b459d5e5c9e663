import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { questionsCanBeAsked } from '#client/ui/confirm.tsx'

/** Where questions are asked. Only who is logged in is ever asked one. */
export function Questions() {
  useEffect(questionsCanBeAsked, [])
  return <ModalsProvider />
}
