import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Stage } from './stage-picture.tsx'
import classes from './empty-state.module.css'

type Props = {
  readonly text: string
  /** It is not that there is nothing: nobody knows. */
  readonly isFailure?: boolean
  readonly children?: ReactNode
}

/** What stands where a list has nothing: an empty stage, the sentence, and a way on. */
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
