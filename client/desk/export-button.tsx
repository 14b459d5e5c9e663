import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { numberText } from '#domain/number-text.ts'
import { useAction } from '#client/calls/use-action.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { type DownloadProgress, downloadList, type ExportedList } from './export.queries.ts'

const KILOBYTE = 1_000

/** Saves all rows of a list as a CSV file. */
export function ExportButton({ label = 'Download CSV', ...exported }: ExportedList & { readonly label?: string }) {
  return (
    <DownloadButton
      label={label}
      fileName={`${exported.list}.csv`}
      download={(progress) => downloadList(exported, progress)}
    />
  )
}

type Props = {
  readonly label: string
  readonly fileName: string
  readonly download: (progress: DownloadProgress) => Promise<Blob>
}

/** Saves a file that the server makes. Shows how much has arrived, and can be stopped. */
export function DownloadButton({ label, fileName, download }: Props) {
  const [bytes, setBytes] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const { act, isPending } = useAction({
    mutationFn: () => {
      const { signal } = (running.current = new AbortController())
      setBytes(0)
      return download({ signal, onProgress: setBytes }).catch((error: unknown) => {
        if (signal.aborted) return undefined
        throw error
      })
    },
    onSuccess: (file) => {
      if (file) saveFile(fileName, file)
    },
  })
  return (
    <Group gap="xs">
      <ActionButton
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        isBusy={isPending}
        onClick={() => act()}
      >
        {label}
      </ActionButton>
      {isPending && (
        <>
          <Text size="sm">{numberText(Math.round(bytes / KILOBYTE))} kB</Text>
          <Button variant="subtle" onClick={() => running.current?.abort()}>
            Stop
          </Button>
        </>
      )}
    </Group>
  )
}
