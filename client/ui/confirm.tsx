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

/** Asks before something that cannot be undone. True when it was confirmed. */
export function confirmed({ title, details, confirm, cancel = 'Cancel', isDestructive }: Question): Promise<boolean> {
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
