import { Button, Group } from '@mantine/core'

type Props<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly choices: Readonly<Record<Value, string>>
  readonly onChange: (value: Value) => void
}

/** Switches between a few tasks of the box office. */
export function TaskSwitch<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <Group component="fieldset" aria-label={label} gap="xs" bd="none" p={0} m={0}>
      {(Object.keys(choices) as Value[]).map((choice) => (
        <Button
          key={choice}
          variant={choice === value ? 'light' : 'default'}
          size="sm"
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {choices[choice]}
        </Button>
      ))}
    </Group>
  )
}
