import type { EventType } from '#domain/shows/event-types.ts'
import type { PlaceId, ProductId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PlaceType } from '#domain/tickets/places.ts'
import type { Tx } from '#server/db/connection.ts'

export type ShowOnSale = {
  id: ShowId
  eventTitle: string
  showName: string
  eventType: EventType
  startsAt: Date
  price: Cents
  vatPercent: number
  seatingPlanId: SeatingPlanId
  timeZone: string
}

export type PlaceOnSale = {
  id: PlaceId
  seatingPlanId: SeatingPlanId
  placeType: PlaceType
  sectorName: string
  rowName: string
  seatNumber: number
  pricePercent: number
  capacity: number
}

export type ProductOnSale = {
  id: ProductId
  name: string
  price: Cents
  points: number
  stock: number
  itemsPerCustomer: number
  vatPercent: number
}

/** Reads all shows, past ones too, in the order of their starts. */
export function selectShowsOnSale(tx: Tx): Promise<ShowOnSale[]> {
  return tx
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .select([
      'event_shows.id',
      'events.title as eventTitle',
      'event_shows.name as showName',
      'events.type as eventType',
      'event_shows.starts_at as startsAt',
      'event_shows.price',
      'event_shows.vat_percent as vatPercent',
      'event_shows.seating_plan_id as seatingPlanId',
      'locations.time_zone as timeZone',
    ])
    .orderBy('event_shows.starts_at')
    .orderBy('event_shows.id')
    .execute()
}

/** Reads all places of open sectors in the order of their plans. */
export function selectPlacesOnSale(tx: Tx): Promise<PlaceOnSale[]> {
  return tx
    .selectFrom('places')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'places.id',
      'places.place_type as placeType',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      'places.capacity',
      'sectors.name as sectorName',
      'sectors.price_percent as pricePercent',
      'sectors.seating_plan_id as seatingPlanId',
    ])
    .where('sectors.is_available', '=', true)
    .orderBy('places.id')
    .execute()
}

/** Reads all products on sale in the order of their ids. */
export function selectProductsOnSale(tx: Tx): Promise<ProductOnSale[]> {
  return tx
    .selectFrom('merchandise_products')
    .select([
      'id',
      'name',
      'price',
      'points',
      'stock',
      'items_per_customer as itemsPerCustomer',
      'vat_percent as vatPercent',
    ])
    .where('state', '=', 'ON_SALE')
    .orderBy('id')
    .execute()
}
