import { Group, Loader, Text } from '@mantine/core'
import { texts } from './payments.texts.ts'

/** Shown while the provider is asked about a payment. */
export function Waiting() {
  return (
    <Group gap="sm" wrap="nowrap">
      <Loader size="sm" aria-hidden />
      <Text>{texts.waiting}</Text>
    </Group>
  )
}
