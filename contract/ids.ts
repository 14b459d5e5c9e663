import type { z } from 'zod/mini'
import type {
  ArtistId,
  BankMovementId,
  EntryDeviceId,
  EntryPairingId,
  EventId,
  GateId,
  HoldId,
  Id,
  ImageId,
  InvoiceId,
  LocationId,
  MerchandisePurchaseId,
  NewsId,
  OrderId,
  PaymentId,
  PlaceId,
  ProductId,
  PublicSessionId,
  RefundFileId,
  RefundId,
  SeatingPlanId,
  SectorId,
  ShowId,
  TicketId,
  UserId,
} from '#domain/ids.ts'
import { integer, integerText, MAX_INTEGER } from './fields.ts'

// Brands validated numbers as ids; no other file does. `…Id` is an id in JSON, `…IdText` in a path or a query. All of
// them share two schemas, because creating fifty took a noticeable part of a page's start.
const anyId = integer(1, MAX_INTEGER)
const anyIdText = integerText(1, MAX_INTEGER)
const idOf = <Kind extends Id<string>>() => anyId as unknown as z.ZodMiniType<Kind, number>
const textIdOf = <Kind extends Id<string>>() => anyIdText as unknown as z.ZodMiniType<Kind, Kind | number | string>

export const artistId = idOf<ArtistId>()
export const artistIdText = textIdOf<ArtistId>()
export const entryDeviceId = idOf<EntryDeviceId>()
export const entryDeviceIdText = textIdOf<EntryDeviceId>()
export const entryPairingId = idOf<EntryPairingId>()
export const gateId = idOf<GateId>()
export const gateIdText = textIdOf<GateId>()
export const eventId = idOf<EventId>()
export const eventIdText = textIdOf<EventId>()
export const holdId = idOf<HoldId>()
export const bankMovementId = idOf<BankMovementId>()
export const bankMovementIdText = textIdOf<BankMovementId>()
export const imageId = idOf<ImageId>()
export const invoiceId = idOf<InvoiceId>()
export const holdIdText = textIdOf<HoldId>()
export const invoiceIdText = textIdOf<InvoiceId>()
export const locationId = idOf<LocationId>()
export const locationIdText = textIdOf<LocationId>()
export const merchandisePurchaseId = idOf<MerchandisePurchaseId>()
export const merchandisePurchaseIdText = textIdOf<MerchandisePurchaseId>()
export const newsId = idOf<NewsId>()
export const newsIdText = textIdOf<NewsId>()
export const orderId = idOf<OrderId>()
export const orderIdText = textIdOf<OrderId>()
export const paymentId = idOf<PaymentId>()
export const paymentIdText = textIdOf<PaymentId>()
export const placeId = idOf<PlaceId>()
export const productId = idOf<ProductId>()
export const productIdText = textIdOf<ProductId>()
export const seatingPlanId = idOf<SeatingPlanId>()
export const seatingPlanIdText = textIdOf<SeatingPlanId>()
export const publicSessionId = idOf<PublicSessionId>()
export const publicSessionIdText = textIdOf<PublicSessionId>()
export const refundFileId = idOf<RefundFileId>()
export const refundFileIdText = textIdOf<RefundFileId>()
export const refundId = idOf<RefundId>()
export const refundIdText = textIdOf<RefundId>()
export const sectorId = idOf<SectorId>()
export const showId = idOf<ShowId>()
export const showIdText = textIdOf<ShowId>()
export const ticketId = idOf<TicketId>()
export const ticketIdText = textIdOf<TicketId>()
export const userId = idOf<UserId>()
export const userIdText = textIdOf<UserId>()
