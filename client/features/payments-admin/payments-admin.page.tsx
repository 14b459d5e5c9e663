import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminPayments } from '#contract/admin-payments.ts'
import { pages } from '#contract/pages.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { ExportButton } from '#client/desk/export-button.tsx'
import { DeskList } from '#client/desk/desk-list.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import { type ListedPayment, paymentsQuery } from './payments-admin.queries.ts'
import { texts } from './payments-admin.texts.ts'

const choices = [
  { value: '', label: texts.shows.all },
  { value: 'needed', label: texts.shows.needed },
]

/** Lists payments by a provider; those that need somebody, or all. */
export function AdminPaymentsPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listAdminPayments.query)
  const { text, needsSomebody } = query
  return (
    <DeskList
      title={pages.adminPayments.title}
      above={<ExportButton list="owed-refunds" label={texts.owedRefunds} />}
      search={{ label: texts.search, text }}
      onSearch={(wanted) => refineBy({ needsSomebody, text: wanted })}
      list={useQuery(paymentsQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.none}
      none={texts.noneYet}
      filters={
        <SelectField
          label={texts.show}
          data={choices}
          value={needsSomebody ? 'needed' : ''}
          onChange={({ currentTarget: { value } }) =>
            filterBy({ text, needsSomebody: value === 'needed' ? true : undefined })
          }
        />
      }
    >
      {(payment) => <PaymentOfList payment={payment} />}
    </DeskList>
  )
}

function PaymentOfList({ payment }: { readonly payment: ListedPayment }) {
  const { id, firstName, lastName, startedAt, total, state, invoiceNumber, needs } = payment
  return (
    <RowCard
      to={pages.adminPayment.href({ id })}
      title={`${firstName} ${lastName}`.trim() || texts.title(id)}
      overline={<ShopTime at={startedAt} />}
    >
      <Text size="sm">{texts.amount(total, state)}</Text>
      <Text size="sm" c="dimmed">
        {[texts.title(id), invoiceNumber].filter(Boolean).join(' · ')}
      </Text>
      {needs.length > 0 && (
        <Text size="sm" fw={600}>
          {needs.map((need) => texts.needs[need]).join(' · ')}
        </Text>
      )}
    </RowCard>
  )
}
