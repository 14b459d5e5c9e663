import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listOwnInvoices } from '#contract/invoices.ts'
import { pages } from '#contract/pages.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { InvoiceCard, InvoiceCardSkeleton } from './invoice-card.tsx'
import { ownInvoicesQuery, PAGE_SIZE } from './invoices.queries.ts'
import { texts } from './invoices.texts.ts'

/** Lists own invoices, newest first (specification, section 2.16). */
export function OwnInvoicesPage() {
  const { query, goToPage } = useUrlQuery(listOwnInvoices.query)
  const list = useQuery(ownInvoicesQuery(query.pageIndex))
  return (
    <Stack gap="lg">
      <PageHeading title={texts.ownInvoices} />
      <PagedList
        list={list}
        pageSize={PAGE_SIZE}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        label={texts.ownInvoices}
        skeleton={<InvoiceCardSkeleton />}
        empty={
          <EmptyState text={texts.none}>
            <ButtonLink to={pages.searchEvents.href()}>{texts.toEvents}</ButtonLink>
          </EmptyState>
        }
      >
        {(invoice) => <InvoiceCard invoice={invoice} />}
      </PagedList>
    </Stack>
  )
}
