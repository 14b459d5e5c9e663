import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { ReasonForm } from '#client/desk/reason-form.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { ButtonLink, TextLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { type AdminOrder, useRefund } from './orders-admin.queries.ts'
import { texts } from './orders-admin.texts.ts'
import classes from '#client/ui/lists/rows.module.css'

type Props = { readonly order: Pick<AdminOrder, 'id' | 'paidBy'>; readonly ticket: AdminOrder['tickets'][number] }

/** Shows a ticket of an order, which staff can move or refund. */
export function OrderedTicket({ order, ticket }: Props) {
  const { id, place, state, price, showId, showName, startTime, timeZone, isMovable } = ticket
  const { refundInvoiceId, refundInvoiceNumber } = ticket
  const [isAsking, setAsking] = useState(false)
  return (
    <Card as="article">
      <div className={classes['row']}>
        <div>
          <Text fw={600}>{place}</Text>
          <Text size="sm">
            <TextLink to={pages.sellTickets.href({ id: showId })}>{showName}</TextLink> ·{' '}
            <ShowMoment at={startTime} zone={timeZone} />
          </Text>
          <Text size="sm" c="dimmed">
            {texts.states[state]} · {euro(price)}
            {refundInvoiceId !== null && refundInvoiceNumber !== null && (
              <>
                {' · '}
                <TextLink to={pages.adminInvoice.href({ id: refundInvoiceId })} inherit>
                  {texts.refundInvoice(refundInvoiceNumber)}
                </TextLink>
              </>
            )}
          </Text>
        </div>
        {state === 'BOUGHT' && (
          <Group gap="xs" display={isAsking ? 'none' : undefined}>
            {isMovable && (
              <ButtonLink
                to={pages.sellTickets.href({ id: showId })}
                search={{ move: id, order: order.id }}
                variant="default"
                size="xs"
                aria-label={`${texts.move} ${place}`}
              >
                {texts.move}
              </ButtonLink>
            )}
            <ActionButton
              variant="default"
              size="xs"
              aria-label={`${texts.refund} ${place}`}
              onClick={() => setAsking(true)}
            >
              {texts.refund}
            </ActionButton>
          </Group>
        )}
      </div>
      {isAsking && <RefundForm ticket={ticket} paidBy={order.paidBy} onClose={() => setAsking(false)} />}
    </Card>
  )
}

type Refund = Pick<Props, 'ticket'> & { readonly paidBy: string | null; readonly onClose: () => void }

function RefundForm({ ticket, paidBy, onClose }: Refund) {
  const { act, isPending } = useRefund(ticket.id, onClose)
  return (
    <ReasonForm
      title={texts.refundTitle}
      hint={texts.refundHint(ticket, paidBy)}
      action={texts.refund}
      isPending={isPending}
      onReason={act}
      onClose={onClose}
    />
  )
}
