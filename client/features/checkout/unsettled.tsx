import { Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import classes from './checkout.module.css'
import { texts } from './checkout.texts.ts'

type Props = { readonly isPending: boolean; readonly onAskAgain: () => void }

/** Tells that the outcome of an order is unknown and offers to check it. */
export function Unsettled({ isPending, onAskAgain }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  // The notice is above the cart, the pressed button below it: moves the focus.
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
