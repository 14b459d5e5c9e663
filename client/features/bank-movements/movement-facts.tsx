import { Group, Text, Title } from '@mantine/core'
import { texts } from './bank-movements.texts.ts'
import type { CheckedStatement } from './bank-movements.queries.ts'

type Facts = Omit<CheckedStatement['movements'][number], 'isKnown'>

/** Shows what a statement tells of a movement. */
export function MovementFacts({ movement, note }: { readonly movement: Facts; readonly note: string }) {
  const { bookedOn, amount, payerName, payerIban, purpose, paymentId } = movement
  return (
    <>
      <Group justify="space-between" align="baseline">
        <Title order={3} size="h4">
          {payerName || texts.nobody}
        </Title>
        <Text fw={600}>{texts.amount(amount)}</Text>
      </Group>
      <Text size="sm">{[bookedOn.replaceAll('-', '/'), payerIban].filter(Boolean).join(' · ')}</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {purpose}
      </Text>
      <Text size="sm" fw={600}>
        {[paymentId !== null && texts.payment(paymentId), note].filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}
