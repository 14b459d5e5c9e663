import { sql } from 'kysely'
import type { EventType } from '#domain/shows/event-types.ts'
import type {
  ArtistId,
  EventId,
  ImageId,
  LocationId,
  NewsId,
  PlaceId,
  ProductId,
  PublicSessionId,
  SeatingPlanId,
  ShowId,
  UserId,
} from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { ProductState } from '#domain/product-states.ts'
import type { Db } from '#server/db/connection.ts'
import { hashOfSession, newSessionId } from '#server/features/auth/session-ids.ts'

// Longer than any test shifts the shop's clock.
const SESSION_MS = 10 * 365 * 86_400_000

let count = 0

type GivenUser = {
  firstName?: string
  isAdmin?: boolean
  isStaff?: boolean
  email?: string
  passwordHash?: string
  points?: number
  isEmailVerified?: boolean
}

/** Creates a user, by default with a confirmed email address. `points` count at once. */
export async function givenUser(db: Db, given: GivenUser = {}): Promise<UserId> {
  count += 1
  const { id } = await db
    .insertInto('users')
    .values({
      first_name: given.firstName ?? 'Ada',
      last_name: `Guest ${count}`,
      email: given.email ?? `guest${count}@foyer.example`,
      password_hash: given.passwordHash ?? 'no password fits',
      address: 'Ringstraße 1, 1010 Wien',
      is_admin: given.isAdmin ?? false,
      is_staff: given.isStaff ?? false,
      email_verified_at: given.isEmailVerified === false ? null : new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (given.points) {
    await db
      .insertInto('points_entries')
      .values({ user_id: id, points: given.points, counts_from: new Date(0), reason: 'GIFT' })
      .execute()
  }
  return id
}

/** Creates a session without the cost of password hashing. */
export async function insertTestSession(
  db: Db,
  userId: UserId,
): Promise<{ sessionId: string; publicId: PublicSessionId; isAdmin: boolean; isStaff: boolean; expiresAt: Date }> {
  const sessionId = newSessionId()
  const expiresAt = new Date(Date.now() + SESSION_MS)
  const { publicId } = await db
    .insertInto('sessions')
    .values({ id_hash: hashOfSession(sessionId), user_id: userId, expires_at: expiresAt })
    .returning('public_id as publicId')
    .executeTakeFirstOrThrow()
  const { is_admin, is_staff } = await db
    .selectFrom('users')
    .select(['is_admin', 'is_staff'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { sessionId, publicId, isAdmin: is_admin, isStaff: is_staff, expiresAt }
}

type GivenShow = {
  /** The number of seats, in one row A. */
  seats?: number
  /** The capacity of one standing area. */
  standing?: number
  /** In cents. */
  price?: number
  pricePercent?: number
  isAvailable?: boolean
  /** An interval from now, such as '2 days' or '-1 hour'. */
  startsIn?: string
  /** The duration as an interval. */
  lasts?: string
  title?: string
  description?: string
  type?: EventType
  eventId?: EventId
  artistId?: ArtistId
  locationId?: LocationId
  /** The name of the show. */
  name?: string
}

export type Show = {
  showId: ShowId
  eventId: EventId
  seatingPlanId: SeatingPlanId
  seatIds: PlaceId[]
  standingPlaceId: PlaceId
}

/** Creates a show with its own location, artist, event and plan. */
export async function givenShow(db: Db, given: GivenShow = {}): Promise<Show> {
  const { seatingPlanId, seatIds, standingPlaceId } = await givenPlan(db, given)
  const eventId = given.eventId ?? (await givenEvent(db, given))
  const locationId = given.locationId ?? (await givenLocation(db))
  const artistId = given.artistId ?? (await givenArtist(db))
  const startsAt = sql<Date>`shop_now() + ${given.startsIn ?? '2 days'}::interval`
  const { id: showId } = await db
    .insertInto('event_shows')
    .values({
      name: given.name ?? 'Evening',
      event_id: eventId,
      artist_id: artistId,
      location_id: locationId,
      seating_plan_id: seatingPlanId,
      starts_at: startsAt,
      ends_at: sql<Date>`${startsAt} + ${given.lasts ?? '2 hours'}::interval`,
      price: cents(given.price ?? 4_550),
      vat_percent: 13,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update events set (starts_at, ends_at) =
      (select min(starts_at), max(ends_at) from event_shows where event_id = ${eventId})
    where id = ${eventId}`.execute(db)
  return { showId, eventId, seatingPlanId, seatIds, standingPlaceId }
}

/** Creates an event without shows. */
export async function givenEvent(
  db: Db,
  { title = 'The Seagull', type = 'THEATRE', description = 'A play in four acts.' }: GivenShow = {},
): Promise<EventId> {
  const { id } = await db
    .insertInto('events')
    .values({ title, type, description })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates an artist, by default Élise Łukasz. */
export async function givenArtist(
  db: Db,
  { firstName = 'Élise', lastName = 'Łukasz', stageName = '' } = {},
): Promise<ArtistId> {
  const { id } = await db
    .insertInto('artists')
    .values({ first_name: firstName, last_name: lastName, stage_name: stageName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a location, by default the Old House in Vienna. */
export async function givenLocation(
  db: Db,
  { name = 'Old House', address = 'Ring 1', city = 'Wien', postalCode = '1010', country = 'Austria' } = {},
): Promise<LocationId> {
  const { id } = await db
    .insertInto('locations')
    .values({ name, address, city, postal_code: postalCode, country })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates an image row without a valid picture. */
export async function givenImage(db: Db, given: { uploadedBy?: UserId } = {}): Promise<{ id: ImageId; name: string }> {
  count += 1
  return db
    .insertInto('images')
    .values({
      name: `given-${count}.png`,
      content: Buffer.from('no picture'),
      width: 800,
      height: 600,
      uploaded_by: given.uploadedBy ?? null,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

type GivenNews = { title?: string; summary?: string; text?: string; eventId?: EventId; publishedAgo?: string }

/** Creates an article. */
export async function givenNews(db: Db, given: GivenNews = {}): Promise<NewsId> {
  const { id } = await db
    .insertInto('news')
    .values({
      title: given.title ?? 'New season',
      summary: given.summary ?? 'What comes.',
      text: given.text ?? 'Everything that comes.',
      event_id: given.eventId ?? null,
      image_id: null,
      published_at: sql<Date>`shop_now() - ${given.publishedAgo ?? '0'}::interval`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a plan with a sector 'Stalls' of seats A1, A2, … and a standing sector 'Floor'. */
export async function givenPlan(
  db: Db,
  { seats = 2, standing = 50, pricePercent = 100, isAvailable = true }: GivenShow,
) {
  const { id: seatingPlanId } = await db
    .insertInto('seating_plans')
    .values({ name: 'Small hall' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sector = {
    seating_plan_id: seatingPlanId,
    x: 0,
    width: 100,
    height: 50,
    price_percent: pricePercent,
    is_available: isAvailable,
  }
  const sectors = await db
    .insertInto('sectors')
    .values([
      { ...sector, name: 'Stalls', y: 50 },
      { ...sector, name: 'Floor', y: 0 },
    ])
    .returning('id')
    .execute()
  const [stalls, floor] = sectors.map(({ id }) => id)
  if (!stalls || !floor) throw new Error('no sectors')
  // Seats by their numbers: a statement takes 65,535 parameters, and a stadium has more seats than fit into that.
  const { rows } = await sql<{ id: PlaceId }>`
    insert into places (sector_id, place_type, row_name, seat_number, capacity, x, y, width, height)
    select ${floor}::int, 'STANDING', '', 0, ${standing}::int, 0, 0, 5, 5
    union all
    select ${stalls}::int, 'SITTING', 'A', number, 1, 5 * (number - 1), 0, 5, 5
    from generate_series(1, ${seats}::int) as number
    returning id`.execute(db)
  const [standingPlaceId, ...seatIds] = rows.map(({ id }) => id)
  if (!standingPlaceId) throw new Error('no places')
  return { seatingPlanId, seatIds, standingPlaceId }
}

type GivenProduct = {
  name?: string
  price?: number
  points?: number
  stock?: number
  itemsPerCustomer?: number
  state?: ProductState
  createdBy?: UserId
}

/** Creates a product, by default on sale. */
export async function givenProduct(db: Db, given: GivenProduct = {}): Promise<ProductId> {
  const { id } = await db
    .insertInto('merchandise_products')
    .values({
      name: given.name ?? 'Mug',
      description: 'Holds tea.',
      price: cents(given.price ?? 1_290),
      points: given.points ?? 300,
      stock: given.stock ?? 10,
      items_per_customer: given.itemsPerCustomer ?? 5,
      vat_percent: 20,
      state: given.state ?? 'ON_SALE',
      created_by: given.createdBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
