import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'
import { newHold } from '#contract/holds.ts'
import { momentField } from '#client/forms/time-fields.ts'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { texts } from './box-office.texts.ts'

/** The fields of a hold in a form. `until` is '' for a hold without an end. */
export type HoldValues = { reason: string; until: string }

export const holdSchema = z.extend(z.pick(newHold, { reason: true }), { until: momentField() })

/** Converts the values of the form to fields of a call. */
export const holdIn = ({ reason, until }: HoldValues) => ({ reason, ...(until !== '' && { until }) })

/** Shows the reason and the end of a hold. */
export function HoldFields({ form }: { readonly form: UseFormReturnType<HoldValues> }) {
  return (
    <>
      <TextInput label={texts.reason} required {...form.getInputProps('reason')} />
      <DateTimeField label={texts.until} description={texts.untilHint} {...form.getInputProps('until')} />
    </>
  )
}
