import { ModalsProvider } from '@mantine/modals'

/** Where questions are asked. Only who is logged in is ever asked one. */
export function Questions() {
  return <ModalsProvider />
}
