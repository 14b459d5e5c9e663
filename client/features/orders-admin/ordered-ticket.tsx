import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { refundAtDesk } from '#contract/box-office.ts'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { ButtonLink, TextLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { type AdminOrder, useRefund } from './orders-admin.queries.ts'
import { texts } from './orders-admin.texts.ts'
import classes from './orders-admin.module.css'

type Props = { readonly ticket: AdminOrder['tickets'][number] }

/** Shows a ticket of an order, which staff can move or refund. */
export function OrderedTicket({ ticket }: Props) {
  const { id, place, state, price, showId, showName, startTime, timeZone, isMovable } = ticket
  const { refundInvoiceId, refundInvoiceNumber } = ticket
  const [isAsking, setAsking] = useState(false)
  return (
    <Card as="article">
      <div className={classes['ticket']}>
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
        {state === 'BOUGHT' && !isAsking && (
          <Group gap="xs">
            {isMovable && (
              <ButtonLink
                to={pages.sellTickets.href({ id: showId })}
                search={{ move: id }}
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
      {isAsking && <RefundForm ticket={ticket} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function RefundForm({ ticket, onClose }: Props & { readonly onClose: () => void }) {
  const form = useCheckedForm({ schema: refundAtDesk.body, initialValues: { reason: '' } })
  const refund = useRefund(ticket.id, onClose)
  return (
    <Form form={form} label={texts.refundTitle} onSubmit={({ reason }) => refund.act(reason)}>
      <Stack gap="sm" mt="sm">
        <TextInput
          label={texts.reason}
          description={texts.refundHint}
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Group gap="sm">
          <ActionButton type="submit" color="red" isBusy={refund.isPending}>
            {texts.refund}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {texts.keep}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}
