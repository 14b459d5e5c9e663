import type { UseFormReturnType } from '@mantine/form'
import { PasswordField } from '#client/ui/forms/password-field.tsx'

type Props<Values extends { confirmPassword: string }> = {
  readonly form: UseFormReturnType<Values>
  /** The field that the confirmation must equal. */
  readonly name: keyof Values & string
  readonly label: string
  readonly hint: string
  readonly confirmLabel: string
}

/** Shows the fields of a new password and its confirmation. */
export function ConfirmedPasswordFields<Values extends { confirmPassword: string }>(props: Props<Values>) {
  const { form, name, label, hint, confirmLabel } = props
  return (
    <>
      <PasswordField
        label={label}
        description={hint}
        autoComplete="new-password"
        required
        {...form.getInputProps(name)}
      />
      <PasswordField
        label={confirmLabel}
        autoComplete="new-password"
        required
        {...form.getInputProps('confirmPassword')}
      />
    </>
  )
}
