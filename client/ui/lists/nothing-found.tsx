import { Button } from '@mantine/core'
import { EmptyState } from '../feedback/empty-state.tsx'
import { RESET_FILTERS } from '../forms/filter-form.tsx'

type Props = { readonly text: string; readonly onReset: () => void }

/** Shows a search without results and a button that resets the filters. */
export function NothingFound({ text, onReset }: Props) {
  return (
    <EmptyState text={text}>
      <Button variant="default" onClick={onReset}>
        {RESET_FILTERS}
      </Button>
    </EmptyState>
  )
}
