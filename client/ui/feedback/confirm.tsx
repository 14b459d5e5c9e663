import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { canRenderDialogs } from './dialogs.ts'

type Question = {
  /** The question. */
  readonly title: string
  /** Details below the question. */
  readonly details?: ReactNode
  readonly confirm: string
  readonly cancel?: string
  readonly isDestructive?: boolean
}

/**
 * Asks for a confirmation, by the browser's own dialog if the code of the shop's failed to load. Resolves to true if
 * confirmed.
 */
export async function confirmed(question: Question): Promise<boolean> {
  if (!(await canRenderDialogs)) return globalThis.confirm(question.title)
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
