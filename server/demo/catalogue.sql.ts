import { sql } from 'kysely'
import type { EventType } from '#domain/shows/event-types.ts'
import type { ArtistId, EventId, ImageId, LocationId, SeatingPlanId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connection.ts'

/** An image and the file of the demo that it was rendered from. */
export type NewPicture = { file: string; name: string; content: Buffer; width: number; height: number }

/** Writes pictures. Returns their ids by file. */
export async function insertPictures(tx: Tx, pictures: readonly NewPicture[]): Promise<Map<string, ImageId>> {
  const ids = new Map<string, ImageId>()
  for (const { file, ...image } of pictures) {
    const row = await tx
      .insertInto('images')
      .values({ ...image, uploaded_by: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(file, row.id)
  }
  return ids
}

type NewLocation = {
  name: string
  address: string
  city: string
  postalCode: string
  country: string
  timeZone: string
  travelText?: string | undefined
  imageId: ImageId | null
}

/** Writes locations. Returns their ids by name. */
export async function insertLocations(tx: Tx, locations: readonly NewLocation[]): Promise<Map<string, LocationId>> {
  const rows = await tx
    .insertInto('locations')
    .values(
      locations.map(({ name, address, city, postalCode, country, timeZone, travelText, imageId }) => ({
        name,
        address,
        city,
        postal_code: postalCode,
        country,
        time_zone: timeZone,
        travel_text: travelText ?? null,
        image_id: imageId,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

type ArtistNames = { firstName: string; lastName: string; stageName: string }
type NewArtist = ArtistNames & { description?: string | undefined; imageId: ImageId | null }

/** Writes artists. Returns them with their ids. */
export function insertArtists(tx: Tx, artists: readonly NewArtist[]): Promise<(ArtistNames & { id: ArtistId })[]> {
  return tx
    .insertInto('artists')
    .values(
      artists.map(({ firstName, lastName, stageName, description, imageId }) => ({
        first_name: firstName,
        last_name: lastName,
        stage_name: stageName,
        description: description ?? null,
        image_id: imageId,
      })),
    )
    .returning(['id', 'first_name as firstName', 'last_name as lastName', 'stage_name as stageName'])
    .execute()
}

type CatalogueEvent = {
  title: string
  type: EventType
  description: string
  imageId: ImageId
  startsAt: Date | null
  endsAt: Date | null
}

/** Writes events. Returns their ids by title. */
export async function insertEvents(tx: Tx, events: readonly CatalogueEvent[]): Promise<Map<string, EventId>> {
  const rows = await tx
    .insertInto('events')
    .values(
      events.map(({ title, type, description, imageId, startsAt, endsAt }) => ({
        title,
        type,
        description,
        image_id: imageId,
        starts_at: startsAt,
        ends_at: endsAt,
      })),
    )
    .returning(['id', 'title'])
    .execute()
  return new Map(rows.map(({ id, title }) => [title, id]))
}

type NewShow = {
  name: string
  eventId: EventId
  artistId: ArtistId
  locationId: LocationId
  seatingPlanId: SeatingPlanId
  startsAt: Date
  endsAt: Date
  price: Cents
}

/** Writes shows, all with the same VAT rate. */
export async function insertShows(tx: Tx, shows: readonly NewShow[], vatPercent: number): Promise<void> {
  await sql`
    insert into event_shows
      (name, event_id, artist_id, location_id, seating_plan_id, starts_at, ends_at, price, vat_percent)
    select name, event_id, artist_id, location_id, plan_id, starts_at, ends_at, price, ${vatPercent}::int
    from unnest(
      ${shows.map(({ name }) => name)}::text[],
      ${shows.map(({ eventId }) => eventId)}::int[],
      ${shows.map(({ artistId }) => artistId)}::int[],
      ${shows.map(({ locationId }) => locationId)}::int[],
      ${shows.map(({ seatingPlanId }) => seatingPlanId)}::int[],
      ${shows.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${shows.map(({ endsAt }) => endsAt)}::timestamptz[],
      ${shows.map(({ price }) => price)}::int[]
    ) with ordinality as show (name, event_id, artist_id, location_id, plan_id, starts_at, ends_at, price, position)
    order by starts_at, position`.execute(tx)
}

type NewProduct = {
  name: string
  description: string
  price: Cents
  points: number
  stock: number
  itemsPerCustomer: number
  imageId: ImageId
}

/** Writes products as on sale, all with the same VAT rate. */
export async function insertProducts(tx: Tx, products: readonly NewProduct[], vatPercent: number): Promise<void> {
  await tx
    .insertInto('merchandise_products')
    .values(
      products.map(({ name, description, price, points, stock, itemsPerCustomer, imageId }) => ({
        name,
        description,
        price,
        points,
        stock,
        items_per_customer: itemsPerCustomer,
        image_id: imageId,
        vat_percent: vatPercent,
        state: 'ON_SALE' as const,
        created_by: null,
      })),
    )
    .execute()
}

type NewArticle = {
  title: string
  summary: string
  text: string
  publishedAt: Date
  eventId: EventId | null
  imageId: ImageId
}

/** Writes published news, oldest first. */
export async function insertNews(tx: Tx, news: readonly NewArticle[]): Promise<void> {
  const inOrder = news.toSorted((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())
  await tx
    .insertInto('news')
    .values(
      inOrder.map(({ title, summary, text, publishedAt, eventId, imageId }) => ({
        title,
        summary,
        text,
        published_at: publishedAt,
        event_id: eventId,
        image_id: imageId,
      })),
    )
    .execute()
}
