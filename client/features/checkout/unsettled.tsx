import { Button, Stack, Text } from '@mantine/core'
import { Notice } from '#client/ui/notice.tsx'
import { texts } from './checkout.texts.ts'

type Props = { readonly isPending: boolean; readonly onAskAgain: () => void }

/** An order was sent and nobody knows how it ended. */
export function Unsettled({ isPending, onAskAgain }: Props) {
  return (
    <Notice kind="error">
      <Stack align="flex-start" gap="sm">
        <Text>{texts.unsettled}</Text>
        <Button loading={isPending} onClick={onAskAgain}>
          {texts.askAgain}
        </Button>
      </Stack>
    </Notice>
  )
}
