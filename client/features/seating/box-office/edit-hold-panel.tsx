import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { useEdit } from '#client/desk/use-edit.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { type Hold, holdsQuery, sendHoldChange } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'
import { HoldFields, holdIn, holdSchema, valuesOfHold } from './hold-fields.tsx'
import { changeOfPlaces } from './held-places.ts'

type Props = {
  readonly showId: ShowId
  /** The time zone of the venue. */
  readonly zone: string
  /** The hold when its edit began. */
  readonly hold: Hold
  readonly placeIds: readonly PlaceId[]
  readonly onDone: () => void
}

/** Changes the reason, the end and the places of a hold. */
export function EditHoldPanel({ showId, zone, hold, placeIds, onDone }: Props) {
  const client = useQueryClient()
  const valuesOf = (of: Hold) => valuesOfHold(of, zone)
  const [version, setVersion] = useState(hold.version)
  const form = useCheckedForm({ schema: holdSchema, initialValues: valuesOf(hold) })
  const { added, released } = changeOfPlaces(hold.tickets, placeIds)
  const reload = async () => {
    await client.invalidateQueries({ queryKey: holdsQuery(showId).queryKey })
    const { elements } = await client.fetchQuery(holdsQuery(showId))
    const data = elements.find(({ id }) => id === hold.id)
    if (data) setVersion(data.version)
    return { data }
  }
  const edit = useEdit({
    form,
    save: (values) =>
      sendHoldChange(hold.id, {
        ...holdIn(values, zone),
        ...(added.length > 0 && { addedPlaceIds: added }),
        ...(released.length > 0 && { releasedTicketIds: released }),
        version,
      }),
    onReload: reload,
    valuesOf,
    success: texts.holdSaved,
    failure: texts.holdNotSaved,
    onSaved: () => {
      onDone()
      return client.invalidateQueries({ queryKey: holdsQuery(showId).queryKey })
    },
  })
  return (
    <Form form={form} label={texts.editHold} onSubmit={edit.onSubmit} onInvalid={edit.onInvalid}>
      <Stack gap="sm">
        <Text size="sm">{placeIds.length === 0 ? texts.noPlaces : texts.editHint}</Text>
        <HoldFields form={form} />
        <Group gap="sm" grow>
          <ActionButton type="submit" isBusy={edit.isPending} disabled={placeIds.length === 0}>
            {texts.saveHold(added.length, released.length)}
          </ActionButton>
          <Button variant="default" onClick={onDone}>
            {texts.keepHold}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
