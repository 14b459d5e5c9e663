import { Button, Stack } from '@mantine/core'
import { EmptyState } from './empty-state.tsx'
import { PageHeading } from '../page-heading.tsx'

type Props = { readonly text?: string; readonly onRetry: () => unknown }

/** Shown instead of content that failed to load. */
export function LoadFailed({ text = "This couldn't be loaded.", onRetry }: Props) {
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

/** Shown instead of a page whose subject failed to load. */
export function PageFailed({ onRetry }: Pick<Props, 'onRetry'>) {
  return (
    <Stack gap="lg">
      <PageHeading title="The curtain did not rise" />
      <LoadFailed text="This page couldn't be loaded." onRetry={onRetry} />
    </Stack>
  )
}
