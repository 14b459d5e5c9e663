import type { UseFormReturnType } from '@mantine/form'
import { afterPress } from '#client/ui/after-press.ts'
import { PasswordField } from '#client/ui/forms/password-field.tsx'

type Props<Values extends { confirmPassword: string }> = {
  readonly form: UseFormReturnType<Values>
  /** The field that the confirmation must equal. */
  readonly name: keyof Values & string
  readonly label: string
  readonly hint: string
  readonly confirmLabel: string
}

/** Shows the fields of a new password and its confirmation. Compares both when either one is left. */
export function ConfirmedPasswordFields<Values extends { confirmPassword: string }>(props: Props<Values>) {
  const { form, name, label, hint, confirmLabel } = props
  const password = form.getInputProps(name)
  const isConfirmed = form.values.confirmPassword !== ''
  return (
    <>
      <PasswordField
        label={label}
        description={hint}
        autoComplete="new-password"
        required
        {...password}
        onBlur={() => {
          password.onBlur()
          if (isConfirmed) afterPress(() => void form.validateField('confirmPassword'))
        }}
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
