import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

type Props<Values extends { firstName: string; lastName: string }> = {
  readonly form: UseFormReturnType<Values>
  /** The name of another person: disables autofill. */
  readonly isOfAnother?: boolean
}

/** Shows the fields of first and last name. */
export function NameFields<Values extends { firstName: string; lastName: string }>(props: Props<Values>) {
  const { form, isOfAnother = false } = props
  return (
    <>
      <TextInput
        label="First name"
        autoComplete={isOfAnother ? 'off' : 'given-name'}
        required
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label="Last name"
        autoComplete={isOfAnother ? 'off' : 'family-name'}
        required
        {...form.getInputProps('lastName')}
      />
    </>
  )
}
