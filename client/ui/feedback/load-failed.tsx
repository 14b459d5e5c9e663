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

type PageProps = Pick<Props, 'onRetry'> & {
  /** Tells why, where no toast does. */
  readonly error?: Error
}

/** Shown instead of a page whose subject failed to load. */
export function PageFailed({ error, onRetry }: PageProps) {
  return (
    <Stack gap="lg">
      <PageHeading title="The curtain did not rise" />
      <LoadFailed text={error?.message ?? "This page couldn't be loaded."} onRetry={onRetry} />
    </Stack>
  )
}
