import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { texts } from './shell.texts.ts'

/** Shown while a page loads. */
export function PendingPage() {
  return (
    <Stack py="xl" aria-busy>
      <VisuallyHidden component="output">{texts.loading}</VisuallyHidden>
      <Skeleton h="2.5rem" w="min(24rem, 80%)" />
      <Skeleton h="1rem" w="60%" />
      <Skeleton h="16rem" mt="md" />
    </Stack>
  )
}
