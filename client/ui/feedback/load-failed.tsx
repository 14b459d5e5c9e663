import { Button, Stack } from '@mantine/core'
import { EmptyState } from './empty-state.tsx'
import { PageHeading } from '../page-heading.tsx'

type Props = { readonly text?: string; readonly onRetry: () => unknown }

/** Stands where something could not be loaded. */
export function LoadFailed({ text = 'This could not be loaded.', onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState text={text} isFailure>
        <Button variant="default" onClick={() => onRetry()}>
          Try again
        </Button>
      </EmptyState>
    </div>
  )
}

/** Stands where a page is about something that could not be loaded. */
export function PageFailed({ onRetry }: Pick<Props, 'onRetry'>) {
  return (
    <Stack gap="lg">
      <PageHeading title="The curtain did not rise" />
      <LoadFailed text="This page could not be loaded." onRetry={onRetry} />
    </Stack>
  )
}
