import { Button } from '@mantine/core'
import { EmptyState } from '../feedback/empty-state.tsx'
import { RESET_FILTERS } from '../forms/filter-form.tsx'

type Props = { readonly text: string; readonly onReset: () => void }

/** What a search shows that found nothing: the sentence, and the way back to everything. */
export function NothingFound({ text, onReset }: Props) {
  return (
    <EmptyState text={text}>
      <Button variant="default" onClick={onReset}>
        {RESET_FILTERS}
      </Button>
    </EmptyState>
  )
}
