import { Button, Stack, Text } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Stage } from '#client/ui/feedback/stage-picture.tsx'
import { ChunkError } from './lazy-code.ts'
import { texts } from './shell.texts.ts'

/** Shown instead of a page that failed to render. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const isChunk = error instanceof ChunkError
  return (
    <Stack align="flex-start" py="xl" maw="38rem" role="alert">
      <Stage isClosed />
      <PageHeading title={isChunk ? error.message : texts.pageFailed} />
      <Text>{isChunk ? texts.chunkFailedHelp : texts.pageFailedHelp}</Text>
      <Button onClick={() => location.reload()}>{texts.reload}</Button>
    </Stack>
  )
}
