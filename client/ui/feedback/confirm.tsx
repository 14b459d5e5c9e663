import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

type Question = {
  /** The question itself. */
  readonly title: string
  /** What it is about. */
  readonly details?: ReactNode
  readonly confirm: string
  readonly cancel?: string
  readonly isDestructive?: boolean
}

const { promise: placeToAsk, resolve: openPlace } = Promise.withResolvers<void>()

/** Says that there is a place now where questions appear. One that was asked before it waits for it. */
export function questionsCanBeAsked(): void {
  openPlace()
}

/** Asks before something that cannot be undone. True when it was confirmed. */
export async function confirmed(question: Question): Promise<boolean> {
  await placeToAsk
  const { title, details, confirm, cancel = 'Cancel', isDestructive } = question
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: details && <Text component="div">{details}</Text>,
      labels: { confirm, cancel },
      confirmProps: isDestructive ? { color: 'red' } : {},
      // The harmless answer is the one that Enter gives.
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
