import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import '@mantine/core/styles/PasswordInput.layer.css'

/** Edits a password with a button that shows it. */
export function PasswordField(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      // Mantine marks all other fields itself.
      aria-invalid={props.error ? true : undefined}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? 'Hide the password' : 'Show the password',
        tabIndex: 0,
      }}
    />
  )
}
