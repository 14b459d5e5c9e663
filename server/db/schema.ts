import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { LoggedAction, RecordKind } from '#domain/change-log.ts'
import type { OfflineUnknown } from '#domain/entry/entry.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type {
  ArtistId,
  EventId,
  HoldId,
  ImageId,
  InvoiceId,
  LocationId,
  MerchandisePurchaseId,
  NewsId,
  OrderId,
  PendingOrderId,
  PlaceId,
  ProductId,
  SeatingPlanId,
  SectorId,
  ShowId,
  TicketId,
  UserId,
} from '#domain/ids.ts'
import type { InvoiceType } from '#domain/accounting/invoices.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { PlaceKind, PlaceType } from '#domain/tickets/places.ts'
import type { PointsReason } from '#domain/points.ts'
import type { WaitingRoomMode } from '#domain/waiting-room.ts'
import type { ProductState } from '#domain/product-states.ts'
import type { TicketState } from '#domain/tickets/ticket-states.ts'
import type { EntryTables } from './schema-of-entry.ts'
import type { OperationTables } from './schema-of-operation.ts'
import type { PaymentTables } from './schema-of-payments.ts'
import type { PeopleTables } from './schema-of-people.ts'
import type { TicketCodeTables } from './schema-of-ticket-codes.ts'

/** JSON, written as text and read as a value. */
type Json = ColumnType<unknown, string, string>

type OtherTables = PeopleTables & PaymentTables & EntryTables & OperationTables & TicketCodeTables

/** The tables after all migrations. */
export type Schema = OtherTables & {
  images: {
    id: GeneratedAlways<ImageId>
    name: string
    content: Buffer
    width: number
    height: number
    uploaded_by: UserId | null
    created_at: Generated<Date>
  }
  image_variants: { image_id: ImageId; width: number; format: 'webp' | 'avif'; content: Buffer }
  locations: {
    id: GeneratedAlways<LocationId>
    name: string
    address: string
    city: string
    postal_code: string
    country: string
    time_zone: Generated<string>
    image_id: ImageId | null
    travel_text: string | null
    version: Generated<number>
  }
  seating_plans: {
    id: GeneratedAlways<SeatingPlanId>
    name: string
    focal_x: Generated<number>
    focal_y: Generated<number>
    aspect: Generated<number>
    version: Generated<string>
    location_id: LocationId | null
    retired_at: Date | null
    edit_version: Generated<number>
  }
  sectors: {
    id: GeneratedAlways<SectorId>
    seating_plan_id: SeatingPlanId
    name: string
    x: number
    y: number
    width: number
    height: number
    outline: number[] | null
    is_available: Generated<boolean>
    price_percent: Generated<number>
  }
  places: {
    id: GeneratedAlways<PlaceId>
    sector_id: SectorId
    place_type: PlaceType
    row_name: Generated<string>
    seat_number: Generated<number>
    x: number
    y: number
    width: number
    height: number
    capacity: Generated<number>
    kind: Generated<PlaceKind | null>
  }
  artists: {
    id: GeneratedAlways<ArtistId>
    first_name: string
    last_name: string
    stage_name: Generated<string>
    image_id: ImageId | null
    description: string | null
    version: Generated<number>
  }
  events: {
    id: GeneratedAlways<EventId>
    title: string
    type: EventType
    description: string
    image_id: ImageId | null
    starts_at: Date | null
    ends_at: Date | null
    published_from: Generated<Date | null>
    version: Generated<number>
  }
  event_shows: {
    id: GeneratedAlways<ShowId>
    name: string
    event_id: EventId
    artist_id: ArtistId
    location_id: LocationId
    seating_plan_id: SeatingPlanId
    starts_at: Date
    ends_at: Date
    price: Cents
    vat_percent: number
    published_from: Generated<Date | null>
    sale_starts_at: Date | null
    needs_pass: Generated<boolean>
    sale_ends_at: Date | null
    version: Generated<number>
    cancelled_at: Date | null
    cancel_reason: string | null
    cancellation_done_at: Date | null
    re_entry: Generated<boolean>
    offline_unknown: Generated<OfflineUnknown>
    doors_open_at: Date | null
    live_codes: Generated<boolean>
    admissions_from: Date | null
  }
  news: {
    id: GeneratedAlways<NewsId>
    title: string
    summary: string
    text: string
    published_at: Generated<Date>
    is_draft: Generated<boolean>
    event_id: EventId | null
    image_id: ImageId | null
    version: Generated<number>
  }
  news_reads: { user_id: UserId; news_id: NewsId }
  invoice_counters: { year: number; last_number: number }
  invoices: {
    id: GeneratedAlways<InvoiceId>
    invoice_number: Generated<string>
    invoice_type: InvoiceType
    user_id: UserId
    issued_at: Date
    delivery_at: Date
    payment_type: PaymentType | null
    customer_first_name: string
    customer_last_name: string
    customer_address: string
    seller: Json
    total: Cents
    cancels_invoice_id: InvoiceId | null
    paid_by: string | null
  }
  invoice_items: {
    id: GeneratedAlways<number>
    invoice_id: InvoiceId
    name: string
    quantity: number
    price: Cents
    vat_percent: number
    use_points: Generated<boolean>
    points: number
    ticket_id: TicketId | null
    merchandise_product_id: ProductId | null
  }
  orders: {
    id: GeneratedAlways<OrderId>
    user_id: UserId
    invoice_id: InvoiceId
    created_at: Date
    total: Cents
    payment_type: PaymentType | null
    items_fingerprint: string
  }
  holds: {
    id: GeneratedAlways<HoldId>
    event_show_id: ShowId
    reason: string
    held_by: UserId
    held_until: Date | null
    created_at: Generated<Date>
    version: Generated<number>
  }
  tickets: {
    id: GeneratedAlways<TicketId>
    event_show_id: ShowId
    place_id: PlaceId
    place_type: PlaceType
    user_id: UserId | null
    hold_id: HoldId | null
    state: TicketState
    price: Cents
    reserved_at: Date
    refundable_until: Date | null
    reserved_until: Date
    bought_at: Date | null
    invoice_id: InvoiceId | null
    refund_invoice_id: InvoiceId | null
    client_network: Buffer | null
    pending_order_id: PendingOrderId | null
    issue: Generated<number>
    holder_id: UserId | null
    missing_points: Generated<number>
  }
  standing_occupancies: { event_show_id: ShowId; place_id: PlaceId; capacity: number; occupied: number }
  waiting_rooms: {
    event_show_id: ShowId
    mode: Generated<WaitingRoomMode>
    people_a_minute: number | null
    automatic_rate: number
    is_paused: Generated<boolean>
    lot_size: Generated<number>
    last_number: Generated<number>
    admitted_number: Generated<number>
    credit: number
    advanced_at: Date
    version: Generated<number>
  }
  waiting_places: {
    event_show_id: ShowId
    user_id: UserId
    number: number | null
    admitted_at: Date | null
    pass_until: Date | null
  }
  show_reminders: { user_id: UserId; event_show_id: ShowId; created_at: Generated<Date> }
  merchandise_products: {
    id: GeneratedAlways<ProductId>
    name: string
    description: string
    price: Cents
    points: number
    stock: number
    items_per_customer: number
    vat_percent: number
    image_id: ImageId | null
    state: Generated<ProductState>
    published_from: Generated<Date | null>
    created_by: UserId | null
    created_at: Generated<Date>
    version: Generated<number>
  }
  merchandise_purchases: {
    id: GeneratedAlways<MerchandisePurchaseId>
    user_id: UserId
    merchandise_product_id: ProductId
    quantity: number
    use_points: boolean
  }
  merchandise_sales: { user_id: UserId; merchandise_product_id: ProductId; quantity: number }
  points_entries: {
    id: GeneratedAlways<number>
    user_id: UserId
    points: number
    counts_from: Date
    invoice_id: InvoiceId | null
    ticket_id: TicketId | null
    pending_order_id: PendingOrderId | null
    reason: PointsReason
    created_at: Generated<Date>
  }
  change_log: {
    id: GeneratedAlways<number>
    logged_at: Generated<Date>
    actor_id: UserId | null
    kind: RecordKind
    record_id: number
    record_name: string
    record_version: number | null
    action: LoggedAction
    changes: Json
    reason: string | null
  }
}
