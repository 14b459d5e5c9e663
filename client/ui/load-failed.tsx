import { Button, Stack, Text } from '@mantine/core'

/** Stands where something could not be loaded. */
export function LoadFailed({ text = 'This could not be loaded.', onRetry }: Props) {
  return (
    <Stack align="flex-start" role="alert">
      <Text>{text}</Text>
      <Button variant="default" onClick={() => onRetry()}>
        Try again
      </Button>
    </Stack>
  )
}

type Props = { readonly text?: string; readonly onRetry: () => unknown }
