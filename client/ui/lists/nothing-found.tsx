import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { RESET_FILTERS } from '../forms/filter-form.tsx'

type Props = {
  readonly text: string
  readonly onReset: () => void
  /** Shown above the button. */
  readonly children?: ReactNode
}

/** Shows a search without results and a button that resets the filters. */
export function NothingFound({ text, onReset, children }: Props) {
  return (
    <EmptyState text={text}>
      {children}
      <Button variant="default" onClick={onReset}>
        {RESET_FILTERS}
      </Button>
    </EmptyState>
  )
}
