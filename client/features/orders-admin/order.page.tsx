import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { OrderId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { type AdminOrder, orderQuery, useGuestTickets, useResend } from './orders-admin.queries.ts'
import { OrderedTicket } from './ordered-ticket.tsx'
import { texts } from './orders-admin.texts.ts'
import classes from '#client/ui/lists/rows.module.css'

/** Shows an order with what staff can do about it. */
export function OrderPage() {
  const id = useIdParam(pages.order)
  return id === undefined ? <NotFoundPage /> : <KnownOrder id={id} />
}

function KnownOrder({ id }: { readonly id: OrderId }) {
  const query = useQuery(orderQuery(id))
  return (
    <DeskRecord
      record={{ kind: 'ORDER', id }}
      title={texts.order}
      query={query}
      list={{ to: pages.orders.href(), title: texts.allOrders }}
    >
      {(order) => <Order order={order} />}
    </DeskRecord>
  )
}

function Order({ order }: { readonly order: AdminOrder }) {
  const { id, createdAt, invoice, invoiceId, firstName, lastName, email, tickets } = order
  const resend = useResend(id)
  const guestTickets = useGuestTickets(id)
  return (
    <Stack gap="lg" maw="46rem">
      <div>
        <PageHeading title={texts.orderTitle(id)} />
        <Text size="lg">
          {firstName} {lastName}
        </Text>
        <Text c="dimmed">{email || texts.guest}</Text>
        <Text c="dimmed">
          <ShopTime at={createdAt} /> · {invoice.invoiceNumber} · {texts.paid(order)}
        </Text>
      </div>
      <Group gap="sm">
        <ButtonLink to={pages.adminInvoice.href({ id: invoiceId })} variant="default">
          {texts.print}
        </ButtonLink>
        {email === '' ? (
          tickets.some(({ state }) => state === 'BOUGHT') && (
            <ActionButton variant="default" isBusy={guestTickets.isPending} onClick={() => guestTickets.act('A4')}>
              {texts.printTickets}
            </ActionButton>
          )
        ) : (
          <ActionButton variant="default" isBusy={resend.isPending} onClick={() => resend.act()}>
            {texts.resend}
          </ActionButton>
        )}
      </Group>
      {tickets.length > 0 && (
        <Stack component="section" gap="sm" aria-labelledby="tickets">
          <Title order={2} size="h3" id="tickets">
            {texts.tickets}
          </Title>
          <ul className={classes['list']}>
            {tickets.map((ticket) => (
              <li key={ticket.id}>
                <OrderedTicket order={order} ticket={ticket} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <Card as="section" aria-labelledby="items">
        <Title order={2} size="h3" id="items" mb="sm">
          {texts.otherItems}
        </Title>
        <ul className={classes['list']}>
          {invoice.items.map(({ name, quantity }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of an invoice never change
            <li key={index}>
              {quantity} × {name}
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  )
}
