import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDeskPayments } from '#contract/admin-desk-payments.ts'
import { pages } from '#contract/pages.ts'
import { costText } from '#domain/points.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { type DeskPayment, deskPaymentsQuery } from './desk-payments.queries.ts'
import { texts } from './desk-payments.texts.ts'
import { SettleForm } from './settle-form.tsx'

/** Lists the orders that wait to be paid at the box office, to book them. */
export function DeskPaymentsPage() {
  const { query, refineBy, goToPage } = useUrlQuery(listDeskPayments.query)
  return (
    <DeskList
      title={pages.deskPayments.title}
      search={{ label: texts.search, text: query.text }}
      onSearch={(text) => refineBy({ text })}
      list={useQuery(deskPaymentsQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.none}
      none={texts.noneYet}
    >
      {(payment) => <PaymentOfList payment={payment} />}
    </DeskList>
  )
}

function PaymentOfList({ payment }: { readonly payment: DeskPayment }) {
  const { number, firstName, lastName, email, total, points, payUntil, items } = payment
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card as="article">
      <Stack gap="xs">
        <Group justify="space-between" align="baseline">
          <Title order={2} size="h3">
            {`${firstName} ${lastName}`.trim()}
          </Title>
          <Text fw={600}>{costText(total, points)}</Text>
        </Group>
        <Text size="sm">{texts.order(number, email)}</Text>
        <Text size="sm" c="dimmed">
          {texts.until} <ShopTime at={payUntil} />
        </Text>
        {items.map(({ name, quantity, price }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the items of an order never change
          <Text key={index} size="sm">
            {texts.item(name, quantity, price)}
          </Text>
        ))}
        {isOpen && (
          <>
            <Text size="sm">{texts.lead}</Text>
            <SettleForm payment={payment} onClose={() => setIsOpen(false)} />
          </>
        )}
        <Group display={isOpen ? 'none' : undefined}>
          <ActionButton onClick={() => setIsOpen(true)} aria-label={texts.settleNamed(number)}>
            {texts.settle}
          </ActionButton>
        </Group>
      </Stack>
    </Card>
  )
}
