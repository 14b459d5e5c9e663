import { Group, Text, Title } from '@mantine/core'
import { grouped } from '#domain/payments/creditor-reference.ts'
import { displayedDay } from '#domain/time/displayed-day.ts'
import { texts } from './bank-movements.texts.ts'
import type { CheckedStatement } from './bank-movements.queries.ts'

type Facts = Omit<CheckedStatement['movements'][number], 'isKnown' | 'otherKey'>

type Props = {
  readonly movement: Facts
  readonly note: string
  /** The level of the heading. */
  readonly order: 2 | 3
}

/** Shows what a statement tells of a movement. */
export function MovementFacts({ movement, note, order }: Props) {
  const { bookedOn, amount, payerName, payerIban, purpose, paymentId } = movement
  return (
    <>
      <Group justify="space-between" align="baseline">
        <Title order={order} size="h4">
          {payerName || texts.nobody}
        </Title>
        <Text fw={600}>{texts.amount(amount)}</Text>
      </Group>
      <Text size="sm">{[displayedDay(bookedOn), payerIban && grouped(payerIban)].filter(Boolean).join(' · ')}</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {purpose}
      </Text>
      <Text size="sm" fw={600}>
        {[paymentId !== null && texts.payment(paymentId), note].filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}
