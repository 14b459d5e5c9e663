import { Button, Stack, Text } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Stage } from '#client/ui/feedback/stage-picture.tsx'
import { ChunkError } from './lazy-code.ts'
import { texts } from './shell.texts.ts'

/**
 * Shown instead of a page that failed to render. Reloads it once the network is back, if its code could not be loaded.
 */
export function ErrorPage({ error }: ErrorComponentProps) {
  const isChunk = error instanceof ChunkError
  useEffect(() => {
    if (!isChunk) return undefined
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isChunk])
  return (
    <Stack align="flex-start" py="xl" maw="38rem" role="alert">
      <Stage isClosed />
      <PageHeading title={isChunk ? error.message : texts.pageFailed} />
      <Text>{isChunk ? texts.chunkFailedHelp : texts.pageFailedHelp}</Text>
      <Button onClick={reload}>{texts.reload}</Button>
    </Stack>
  )
}

function reload(): void {
  location.reload()
}
