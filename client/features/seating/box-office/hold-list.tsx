import { Group, Stack, Text, Title } from '@mantine/core'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { placesText } from '#domain/tickets/places.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { type Hold, useRelease } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'
import classes from './box-office.module.css'

type Props = {
  readonly showId: ShowId
  readonly zone: string
  readonly holds: readonly Hold[]
  readonly onChoose: (placeIds: readonly PlaceId[]) => void
  readonly onEdit: (hold: Hold) => void
}

/** Lists who holds what, with the ways to choose, edit and release it. */
export function HoldList({ showId, zone, holds, onChoose, onEdit }: Props) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="holds">
      <Title order={2} size="h3" id="holds">
        {texts.holds}
      </Title>
      {holds.length === 0 ? (
        <Text c="dimmed">{texts.noHolds}</Text>
      ) : (
        <ul className={classes['holds']}>
          {holds.map((hold) => (
            <li key={hold.id}>
              <HeldPlaces showId={showId} zone={zone} hold={hold} onChoose={onChoose} onEdit={onEdit} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

function HeldPlaces({ showId, zone, hold, onChoose, onEdit }: Omit<Props, 'holds'> & { readonly hold: Hold }) {
  const { reason, by, until, tickets } = hold
  const release = useRelease(showId)
  const ask = async () => {
    const question = {
      title: texts.releaseQuestion,
      details: `${reason}: ${placesText(tickets)}`,
      confirm: texts.release,
    }
    if (await confirmed(question)) release.act(tickets.map(({ id }) => id))
  }
  return (
    <Card as="article" className={classes['hold'] ?? ''}>
      <div>
        <Text fw={600}>{reason}</Text>
        <Text size="sm">{placesText(tickets)}</Text>
        <Text size="sm" c="dimmed">
          {texts.by(by)} ·{' '}
          {until === null ? (
            texts.withoutEnd
          ) : (
            <>
              {texts.untilMoment}
              <Moment at={until} zone={zone} />
            </>
          )}
        </Text>
      </div>
      <Group gap="xs">
        <ActionButton
          variant="default"
          size="xs"
          aria-label={`${texts.choose} ${reason}`}
          onClick={() => onChoose(tickets.map(({ placeId }) => placeId))}
        >
          {texts.choose}
        </ActionButton>
        <ActionButton variant="default" size="xs" aria-label={`${texts.edit} ${reason}`} onClick={() => onEdit(hold)}>
          {texts.edit}
        </ActionButton>
        <ActionButton
          variant="default"
          size="xs"
          isBusy={release.isPending}
          aria-label={`${texts.release} ${reason}`}
          onClick={() => void ask()}
        >
          {texts.release}
        </ActionButton>
      </Group>
    </Card>
  )
}
