import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import '@mantine/core/styles/PasswordInput.layer.css'

/** A password, hidden until somebody asks to see it. */
export function PasswordField(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? 'Hide the password' : 'Show the password',
        tabIndex: 0,
      }}
    />
  )
}
