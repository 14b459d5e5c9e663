import type { UseFormReturnType } from '@mantine/form'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { publishChoices, texts } from './publication.texts.ts'
import type { PublishValues } from './publish-choice.ts'

/** Shows the fields of the choice. */
export function PublishFields<Values extends PublishValues>({ form }: { readonly form: UseFormReturnType<Values> }) {
  const { publish } = form.getValues()
  return (
    <>
      <SelectField label={texts.publish} data={publishChoices} {...form.getInputProps('publish')} />
      {publish === 'LATER' && (
        <DateTimeField label={texts.from} description={texts.ownTime} required {...form.getInputProps('publishFrom')} />
      )}
    </>
  )
}
