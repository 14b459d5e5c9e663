import { Button } from '@mantine/core'
import { EmptyState } from './empty-state.tsx'

type Props = { readonly text?: string; readonly onRetry: () => unknown }

/** Stands where something could not be loaded. */
export function LoadFailed({ text = 'This could not be loaded.', onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState text={text}>
        <Button variant="default" onClick={() => onRetry()}>
          Try again
        </Button>
      </EmptyState>
    </div>
  )
}
