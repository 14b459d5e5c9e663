import { TextInput, type TextInputProps } from '@mantine/core'

/** Edits an email address, by default with autofill of the user's own. */
export function EmailField(props: TextInputProps) {
  return <TextInput type="email" inputMode="email" autoComplete="username" required {...props} />
}
