import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = { readonly text: string; readonly children?: ReactNode }

/** What stands where a list has nothing: the sentence, and a way on. */
export function EmptyState({ text, children }: Props) {
  return (
    <Stack align="center" gap="md" className={classes['empty']}>
      <svg viewBox="0 0 64 48" width="80" height="60" aria-hidden className={classes['stage']}>
        <path d="M4 4h56v4c-6 0-6 6-12 6S42 8 36 8h-8c-6 0-6 6-12 6S10 8 4 8z" />
        <path d="M4 8c8 8 8 22 2 36H4zM60 8c-8 8-8 22-2 36h2z" />
        <path d="M2 44h60v2H2z" />
      </svg>
      <Text ta="center" maw="34rem">
        {text}
      </Text>
      {children}
    </Stack>
  )
}
