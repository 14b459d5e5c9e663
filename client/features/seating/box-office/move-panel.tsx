import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PlaceId, TicketId } from '#domain/ids.ts'
import { DESK_PAYMENT_TYPES, paymentTypeName } from '#domain/payment-types.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { toastError } from '#client/ui/feedback/toasts.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { type Sold, useMove } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'

type Props = {
  readonly ticketId: TicketId
  readonly placeIds: readonly PlaceId[]
  readonly onMoved: (sold: Sold) => unknown
}

/** Moves a ticket to the chosen place. */
export function MovePanel({ ticketId, placeIds, onMoved }: Props) {
  const [paymentType, setPaymentType] = useState<'CASH' | 'CARD'>('CASH')
  const move = useMove(ticketId, onMoved)
  const [placeId] = placeIds
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.moveHint}</Text>
      <SelectField
        label={texts.payment}
        data={DESK_PAYMENT_TYPES.map((value) => ({ value, label: paymentTypeName(value) }))}
        value={paymentType}
        onChange={({ currentTarget: { value } }) => setPaymentType(value === 'CARD' ? 'CARD' : 'CASH')}
      />
      <ActionButton
        fullWidth
        isBusy={move.isPending}
        onClick={() =>
          placeId === undefined || placeIds.length > 1
            ? void toastError(texts.onePlace)
            : move.act({ placeId, paymentType })
        }
      >
        {texts.moveHere}
      </ActionButton>
    </Stack>
  )
}
