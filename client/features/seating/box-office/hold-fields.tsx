import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'
import { newHold } from '#contract/holds.ts'
import { wallTimeField } from '#client/forms/time-fields.ts'
import { momentAt, wallTimeAt } from '#client/forms/wall-time.ts'
import { WallTimeField } from '#client/ui/forms/date-time-field.tsx'
import type { Hold } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'

/** The fields of a hold in a form. `until` is local to the venue, '' for a hold without an end. */
export type HoldValues = { reason: string; until: string }

export const holdSchema = z.extend(z.pick(newHold, { reason: true }), { until: wallTimeField() })

/** Returns the values of the form for a hold. */
export const valuesOfHold = ({ reason, until }: Hold, zone: string): HoldValues => ({
  reason,
  until: until === null ? '' : wallTimeAt(until, zone),
})

/** Converts the values of the form to fields of a call. */
export const holdIn = ({ reason, until }: HoldValues, zone: string) => ({
  reason,
  ...(until !== '' && { until: momentAt(until, zone) }),
})

/** Shows the reason and the end of a hold. */
export function HoldFields({ form }: { readonly form: UseFormReturnType<HoldValues> }) {
  return (
    <>
      <TextInput label={texts.reason} required {...form.getInputProps('reason')} />
      <WallTimeField label={texts.until} description={texts.untilHint} {...form.getInputProps('until')} />
    </>
  )
}
