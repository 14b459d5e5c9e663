import { TextInput, type TextInputProps } from '@mantine/core'

/** The address that somebody logs in with; asked of themselves unless `autoComplete` says otherwise. */
export function EmailField(props: TextInputProps) {
  return <TextInput type="email" inputMode="email" autoComplete="username" required {...props} />
}
