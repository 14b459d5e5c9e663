import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Stage } from './stage-picture.tsx'
import classes from './empty-state.module.css'

type Props = {
  readonly text: string
  /** Whether loading failed, so the content is unknown. */
  readonly isFailure?: boolean
  readonly children?: ReactNode
}

/** Shows an empty list: a picture, a sentence and further links. */
export function EmptyState({ text, isFailure = false, children }: Props) {
  return (
    <Stack align="center" gap="md" className={classes['empty']}>
      <Stage isClosed={isFailure} />
      <Text ta="center" maw="34rem">
        {text}
      </Text>
      {children}
    </Stack>
  )
}
