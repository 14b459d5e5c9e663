import { Badge, Group, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import type { Session } from '#contract/sessions.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Moment, ownZone } from '#client/ui/moment.tsx'
import classes from './sessions.module.css'
import { useEndSession } from './sessions.queries.ts'
import { texts } from './sessions.texts.ts'

/** Shows a session. The one of this browser ends by logging out. */
export function SessionRow({ session }: { readonly session: Session }) {
  const { device, createdAt, lastUsedAt, isCurrent } = session
  const { act, isPending } = useEndSession(session)
  return (
    <div className={classes['session']}>
      <div>
        <Group gap="0.25rem 0.5rem">
          <Text fw={600}>{device}</Text>
          {isCurrent && (
            <Badge variant="light" tt="none">
              {texts.current}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {texts.createdAt} <Moment at={createdAt} zone={ownZone()} />, {texts.lastUsedAt}{' '}
          <Moment at={lastUsedAt} zone={ownZone()} />
        </Text>
      </div>
      {!isCurrent && (
        <ActionButton
          variant="default"
          size="xs"
          isBusy={isPending}
          aria-label={texts.endOf(device, dateTimeText(createdAt, ownZone()))}
          onClick={() => act()}
        >
          {texts.end}
        </ActionButton>
      )}
    </div>
  )
}
