import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './file-field.module.css'

/** Shows a field for a file of this computer. */
export function FileField(props: Omit<TextInputProps, 'type' | 'classNames'>) {
  return <TextInput type="file" classNames={{ input: classes['file'] ?? '' }} {...props} />
}
