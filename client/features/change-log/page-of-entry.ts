import { pages } from '#contract/pages.ts'
import type {
  ArtistId,
  EventId,
  InvoiceId,
  LocationId,
  NewsId,
  OrderId,
  PaymentId,
  ProductId,
  SeatingPlanId,
  ShowId,
} from '#domain/ids.ts'
import type { PageAddress } from '#client/ui/links.tsx'
import type { LoggedChange } from './change-log.queries.ts'

type RecordPage = { readonly to: PageAddress; readonly search?: { readonly email: string } }

/** Returns the page of the record that an entry is about, undefined for a deleted one and for files. */
export function pageOfEntry({ action, kind, recordId: id, recordName, showId }: LoggedChange): RecordPage | undefined {
  if (action === 'DELETED') return undefined
  switch (kind) {
    case 'ARTIST':
      return { to: pages.editArtist.href({ id: id as ArtistId }) }
    case 'EVENT':
      return { to: pages.editEvent.href({ id: id as EventId }) }
    case 'INVOICE':
      return { to: pages.adminInvoice.href({ id: id as InvoiceId }) }
    case 'LOCATION':
      return { to: pages.editLocation.href({ id: id as LocationId }) }
    case 'NEWS':
      return { to: pages.editNews.href({ id: id as NewsId }) }
    case 'ORDER':
      return { to: pages.order.href({ id: id as OrderId }) }
    case 'PRODUCT':
      return { to: pages.editProduct.href({ id: id as ProductId }) }
    case 'SEATING_PLAN':
      return { to: pages.editPlan.href({ id: id as SeatingPlanId }) }
    case 'SHOW':
      return { to: pages.editShow.href({ id: id as ShowId }) }
    case 'HOLD':
      return showId === null ? undefined : { to: pages.sellTickets.href({ id: showId }) }
    case 'TICKET':
      return showId === null ? undefined : { to: pages.doorList.href({ id: showId }) }
    case 'POINTS':
    case 'USER':
      return recordName === '' ? undefined : { to: pages.admin.href(), search: { email: recordName } }
    case 'PAYMENT':
      return { to: pages.adminPayment.href({ id: id as PaymentId }) }
    case 'EXPORT':
    case 'STATEMENT':
    case 'TICKET_KEY':
      return undefined
  }
}
