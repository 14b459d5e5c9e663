import { Stack } from '@mantine/core'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { sendHold } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'
import { HoldFields, holdIn, holdSchema } from './hold-fields.tsx'

type Props = {
  readonly showId: ShowId
  /** The time zone of the venue. */
  readonly zone: string
  readonly placeIds: readonly PlaceId[]
  readonly onHeld: () => void
}

/** Holds the chosen places with a reason and perhaps an end. */
export function HoldPanel({ showId, zone, placeIds, onHeld }: Props) {
  const form = useCheckedForm({ schema: holdSchema, initialValues: { reason: '', until: '' } })
  const creation = useCreation({
    form,
    create: (values) => sendHold(showId, { ...holdIn(values, zone), placeIds: [...placeIds] }),
    success: texts.heldNow,
    failure: texts.notHeld,
    onMade: () => {
      form.reset()
      onHeld()
    },
  })
  return (
    <Form form={form} label={texts.hold} onSubmit={creation.onSubmit} onInvalid={creation.onInvalid}>
      <Stack gap="sm">
        <HoldFields form={form} />
        <ActionButton type="submit" fullWidth isBusy={creation.isPending} disabled={placeIds.length === 0}>
          {texts.holdPlaces(placeIds.length)}
        </ActionButton>
      </Stack>
    </Form>
  )
}
