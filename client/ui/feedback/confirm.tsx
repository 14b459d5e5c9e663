import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

type Question = {
  /** The question. */
  readonly title: string
  /** Details below the question. */
  readonly details?: ReactNode
  readonly confirm: string
  readonly cancel?: string
  readonly isDestructive?: boolean
}

const { promise: placeToAsk, resolve: openPlace } = Promise.withResolvers<void>()

/** Signals that dialogs can be rendered. Earlier questions wait for it. */
export function questionsCanBeAsked(): void {
  openPlace()
}

/** Asks for a confirmation. Resolves to true if confirmed. */
export async function confirmed(question: Question): Promise<boolean> {
  await placeToAsk
  const { title, details, confirm, cancel = 'Cancel', isDestructive } = question
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: details && <Text component="div">{details}</Text>,
      labels: { confirm, cancel },
      confirmProps: isDestructive ? { color: 'red' } : {},
      // Enter selects the harmless answer.
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
