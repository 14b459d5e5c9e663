import { Progress, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { Card } from '#client/ui/cards/card.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import type { Cancellation } from './cancellations.queries.ts'
import { texts } from './cancellations.texts.ts'

/** Shows how far the refunds of a cancelled show are. */
export function CancellationProgress({ cancellation }: { readonly cancellation: Cancellation }) {
  const { cancelledAt, reason, doneAt, open, refunded } = cancellation
  const all = open.tickets + refunded.tickets
  const percent = all === 0 ? 100 : (100 * refunded.tickets) / all
  return (
    <Card as="section">
      <Stack gap="sm">
        {cancelledAt && (
          <Text>
            {texts.cancelledAt} <ShopTime at={cancelledAt} />
          </Text>
        )}
        <Text>
          {texts.reason}: {reason}
        </Text>
        {doneAt ? (
          <Notice kind="info">{texts.done(refunded.tickets, refunded.total)}</Notice>
        ) : (
          <>
            <Progress value={percent} size="lg" aria-label={texts.progress(refunded.tickets, all)} />
            <Text component="output">{texts.progress(refunded.tickets, all)}</Text>
            <Text size="sm" c="dimmed">
              {texts.underWay}
            </Text>
          </>
        )}
      </Stack>
    </Card>
  )
}
