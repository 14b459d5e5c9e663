import { Stack, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { newHold } from '#contract/holds.ts'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { sendHold } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'

type Props = { readonly showId: ShowId; readonly placeIds: readonly PlaceId[]; readonly onHeld: () => void }

const schema = ({ until }: { until: string }) => z.pick(newHold, { reason: true, ...(until !== '' && { until: true }) })

/** Holds the chosen places with a reason and perhaps an end. */
export function HoldPanel({ showId, placeIds, onHeld }: Props) {
  const form = useCheckedForm({ schema, initialValues: { reason: '', until: '' } })
  const creation = useCreation({
    form,
    create: ({ reason, until }) =>
      sendHold(showId, { placeIds: [...placeIds], reason, ...(until !== '' && { until }) }),
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
        <TextInput label={texts.reason} required {...form.getInputProps('reason')} />
        <DateTimeField label={texts.until} description={texts.untilHint} {...form.getInputProps('until')} />
        <ActionButton type="submit" fullWidth isBusy={creation.isPending} disabled={placeIds.length === 0}>
          {texts.holdPlaces(placeIds.length)}
        </ActionButton>
      </Stack>
    </Form>
  )
}
