import type { UseFormReturnType } from '@mantine/form'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { saleStartChoices, texts } from './publication.texts.ts'
import type { SaleStartValues } from './sale-start.ts'

/** Shows the fields of the choice. */
export function SaleStartFields<Values extends SaleStartValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>
}) {
  const { saleStart } = form.getValues()
  return (
    <>
      <SelectField label={texts.saleStart} data={saleStartChoices} {...form.getInputProps('saleStart')} />
      {saleStart === 'LATER' && (
        <DateTimeField
          label={texts.saleStartTime}
          description={texts.ownTime}
          required
          {...form.getInputProps('saleStartsAt')}
        />
      )}
    </>
  )
}
