import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import type { ReactNode } from 'react'

const colors = { error: 'red', refused: 'red', info: 'brass' } as const

type Props = { readonly kind: keyof typeof colors; readonly children: ReactNode }

/**
 * Shows a message within the page. Screen readers announce an error; a refusal is announced by the toast of the failed
 * call already.
 */
export function Notice({ kind, children }: Props) {
  return (
    <Alert color={colors[kind]} w="100%" role={kind === 'error' ? 'alert' : 'note'}>
      {children}
    </Alert>
  )
}
