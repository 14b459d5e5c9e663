import * as adminArtists from './admin-artists.ts'
import * as adminEntry from './admin-entry.ts'
import * as adminGates from './admin-gates.ts'
import * as adminEvents from './admin-events.ts'
import * as adminLocations from './admin-locations.ts'
import * as adminMerchandise from './admin-merchandise.ts'
import * as adminNews from './admin-news.ts'
import * as adminSeatingPlans from './admin-seating-plans.ts'
import * as adminShows from './admin-shows.ts'
import * as adminWaitingRoom from './admin-waiting-room.ts'
import * as accounting from './accounting.ts'
import * as adminOrders from './admin-orders.ts'
import * as artists from './artists.ts'
import * as auth from './auth.ts'
import * as boxOffice from './box-office.ts'
import * as cancellations from './cancellations.ts'
import * as cancelledShows from './cancelled-shows.ts'
import * as cart from './cart.ts'
import * as changeLog from './change-log.ts'
import * as doorList from './door-list.ts'
import { API_PREFIX, type Endpoint } from './endpoint.ts'
import * as entry from './entry.ts'
import * as events from './events.ts'
import * as exports from './exports.ts'
import * as figures from './figures.ts'
import * as holds from './holds.ts'
import * as images from './images.ts'
import * as invoices from './invoices.ts'
import * as legal from './legal.ts'
import * as locations from './locations.ts'
import * as merchandise from './merchandise.ts'
import * as news from './news.ts'
import * as overview from './overview.ts'
import * as orders from './orders.ts'
import * as adminBankStatements from './admin-bank-statements.ts'
import * as adminRefundFiles from './admin-refund-files.ts'
import * as adminDeskPayments from './admin-desk-payments.ts'
import * as adminPayments from './admin-payments.ts'
import * as adminReconciliation from './admin-reconciliation.ts'
import * as payments from './payments.ts'
import * as personalData from './personal-data.ts'
import * as printableTickets from './printable-tickets.ts'
import * as places from './places.ts'
import * as reminders from './reminders.ts'
import * as seating from './seating.ts'
import * as seatingPlans from './seating-plans.ts'
import * as secondFactor from './second-factor.ts'
import * as saleStart from './sale-start.ts'
import * as sessions from './sessions.ts'
import * as shows from './shows.ts'
import * as ticketCalendar from './ticket-calendar.ts'
import * as ticketCodes from './ticket-codes.ts'
import * as ticketTransfers from './ticket-transfers.ts'
import * as tickets from './tickets.ts'
import * as users from './users.ts'
import * as waitingRoom from './waiting-room.ts'
import * as wallets from './wallets.ts'

const features = {
  auth,
  users,
  sessions,
  secondFactor,
  personalData,
  news: { ...news, ...adminNews },
  images,
  merchandise: { ...merchandise, ...adminMerchandise },
  events: { ...events, ...adminEvents },
  shows: { ...shows, ...saleStart, ...adminShows },
  artists: { ...artists, ...adminArtists },
  locations: { ...locations, ...adminLocations },
  seating,
  seatingPlans: { ...seatingPlans, ...adminSeatingPlans },
  places,
  waitingRoom: { ...waitingRoom, ...adminWaitingRoom },
  tickets: { ...tickets, ...ticketCodes, ...printableTickets, ...ticketCalendar, ...ticketTransfers, ...wallets },
  cart,
  orders,
  payments: {
    ...payments,
    ...adminBankStatements,
    ...adminDeskPayments,
    ...adminPayments,
    ...adminReconciliation,
    ...adminRefundFiles,
  },
  invoices,
  legal,
  reminders,
  changeLog,
  cancellations,
  cancelledShows,
  holds,
  boxOffice,
  adminOrders,
  doorList,
  entry: { ...entry, ...adminEntry, ...adminGates },
  overview,
  figures,
  exports,
  accounting,
}

/** An endpoint with its export name and the feature of its contract file. */
export type NamedEndpoint = { feature: string; name: string; endpoint: Endpoint }

/** Every call of the API. */
export const endpoints: readonly NamedEndpoint[] = Object.entries(features).flatMap(([feature, exported]) =>
  Object.entries(exported)
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    .map(([name, endpoint]) => ({ feature, name, endpoint })),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** Returns the path of an endpoint below the base path: `api/v1/events/:id`. */
export function fullPath({ path }: Endpoint): string {
  return `${API_PREFIX}${path}`
}
