import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminOrders, ORDER_SORTS } from '#contract/admin-orders.ts'
import { pages } from '#contract/pages.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import { type ListedOrder, ordersQuery } from './orders-admin.queries.ts'
import { texts } from './orders-admin.texts.ts'

/** Finds orders by number, name and email; within one show also by seat. */
export function OrdersPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listAdminOrders.query)
  const { text, showId, sort } = query
  return (
    <DeskList
      title={pages.orders.title}
      search={{ label: showId === undefined ? texts.searchOrders : texts.searchInShow, text }}
      onSearch={(wanted) => refineBy({ showId, sort, text: wanted })}
      list={useQuery(ordersQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.noOrders}
      filters={
        <>
          <SelectField
            label={texts.sort}
            data={texts.sortChoices}
            value={sort ?? 'newest'}
            onChange={({ currentTarget: { value } }) =>
              filterBy({ text, showId, sort: ORDER_SORTS.find((known) => known === value) })
            }
          />
          {showId !== undefined && (
            <Text size="sm" pb="0.5rem">
              {texts.ofOneShow} <TextLink to={pages.orders.href()}>{texts.allOrders}</TextLink>
            </Text>
          )}
        </>
      }
    >
      {(order) => <OrderOfList order={order} />}
    </DeskList>
  )
}

function OrderOfList({ order }: { readonly order: ListedOrder }) {
  const { id, createdAt, invoiceNumber, firstName, lastName, email, lines } = order
  return (
    <RowCard
      to={pages.order.href({ id })}
      title={`${firstName} ${lastName}`.trim() || texts.orderTitle(id)}
      overline={<ShopTime at={createdAt} />}
    >
      <Text size="sm" c="dimmed">
        {texts.orderTitle(id)} · {invoiceNumber} · {email || texts.guest}
      </Text>
      <Text size="sm">
        {texts.lines(lines)} · {texts.paid(order)}
      </Text>
    </RowCard>
  )
}
