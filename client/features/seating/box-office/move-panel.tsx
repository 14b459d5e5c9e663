import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { movedPrice } from '#domain/tickets/desk-price.ts'
import type { PlaceId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DESK_PAYMENT_TYPES, paymentTypeName } from '#domain/payments/payment-types.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { toastError } from '#client/ui/feedback/toasts.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import type { ChosenPlace } from '../chosen-places.ts'
import { sectorAt, type SeatModel } from '../seat-model.ts'
import { type MovedOrder, type MovedTicket, movedOrderQuery, type Sold, useMove } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'

type Props = {
  readonly moved: MovedTicket
  readonly model: SeatModel
  readonly places: readonly ChosenPlace[]
  readonly onMoved: (sold: Sold) => unknown
}

/** Moves a ticket to the chosen place. Names the ticket, and what its customer pays or gets back. */
export function MovePanel({ moved, model, places, onMoved }: Props) {
  const [paymentType, setPaymentType] = useState<'CASH' | 'CARD'>('CASH')
  const move = useMove(moved.id, onMoved)
  const { data: order } = useQuery(movedOrderQuery(moved.orderId))
  const ticket = order?.tickets.find(({ id }) => id === moved.id)
  const [place] = places
  const isOne = places.length === 1 && place?.tickets === 1
  const price = ticket && place && isOne ? priceOf(ticket, place, model) : undefined
  return (
    <Stack gap="sm">
      {order && ticket && (
        <Text size="sm" fw={600}>
          {texts.movedTicket(ticket, `${order.firstName} ${order.lastName}`.trim())}
        </Text>
      )}
      <Text size="sm">{texts.moveHint}</Text>
      {order && ticket && price !== undefined && (
        <Text size="sm" component="output">
          {order.paidBy === null || price === ticket.price
            ? texts.difference(cents(price - ticket.price))
            : texts.movedFromPayment(ticket.goesBack ?? ticket.price, price, order.paidBy)}
        </Text>
      )}
      {(price === undefined || price !== ticket?.price) && (
        <SelectField
          label={texts.payment}
          data={DESK_PAYMENT_TYPES.map((value) => ({ value, label: paymentTypeName(value) }))}
          value={paymentType}
          onChange={({ currentTarget: { value } }) => setPaymentType(value === 'CARD' ? 'CARD' : 'CASH')}
        />
      )}
      <ActionButton
        fullWidth
        isBusy={move.isPending}
        onClick={() =>
          isOne
            ? move.act({
                placeId: place.placeId,
                paymentType,
                ...(price !== undefined && { expectedPrice: price }),
              })
            : void toastError(texts.onePlace)
        }
      >
        {texts.moveHere}
      </ActionButton>
    </Stack>
  )
}

/** Returns the price of a ticket at another place. Undefined if one of both is of another plan. */
function priceOf(ticket: MovedOrder['tickets'][number], { placeId }: ChosenPlace, model: SeatModel) {
  const [from, to] = [pricedPlaceAt(ticket.placeId, model), pricedPlaceAt(placeId, model)]
  return from && to && movedPrice(ticket.price, from, to)
}

function pricedPlaceAt(placeId: PlaceId, model: SeatModel) {
  const index = model.indexOf(placeId)
  if (index === undefined) return undefined
  const { price: fullPrice, pricePercent } = sectorAt(model, index)
  return { fullPrice, pricePercent }
}
