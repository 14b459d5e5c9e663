import { Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import classes from './checkout.module.css'
import { texts } from './checkout.texts.ts'

type Props = { readonly isPending: boolean; readonly onAskAgain: () => void }

/** An order was sent and nobody knows how it ended. */
export function Unsettled({ isPending, onAskAgain }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  // It stands above the cart, and who pressed the button that buys stands below it.
  useEffect(() => button.current?.focus(), [])
  return (
    <Notice kind="error">
      <Stack align="flex-start" gap="sm">
        <Text>{texts.unsettled}</Text>
        <ActionButton ref={button} className={classes['askAgain'] ?? ''} isBusy={isPending} onClick={onAskAgain}>
          {texts.askAgain}
        </ActionButton>
      </Stack>
    </Notice>
  )
}
