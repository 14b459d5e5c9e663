import { randomUUID } from 'node:crypto'
import type { InvoiceId, TicketId, UserId } from '#domain/ids.ts'
import { signLogin } from '#server/features/auth/second-factor/pending-login.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'
import { selectOrderOfInvoice } from '#server/features/orders/orders.sql.ts'
import { optOutToken } from '#server/features/mail/reminders/opt-out-token.ts'
import { givenScanner } from './given-entry.ts'
import { givenSecondFactor } from './given-second-factor.ts'
import {
  givenBankMovement,
  givenDeskPayment,
  givenFailedRefund,
  givenRefundFile,
  givenLostDispute,
  givenPayment,
} from './given-payments.ts'
import {
  givenArtist,
  givenEvent,
  givenImage,
  givenLocation,
  givenNews,
  givenProduct,
  givenShow,
  givenUser,
  insertTestSession,
} from './test-data.ts'
import type { TestShop } from './shop.ts'

const NOBODY = 999_999
const payment = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }

/** Ids and names without a record. */
export const MISSING = {
  reservation: NOBODY,
  'bought ticket': NOBODY,
  'taken seat': NOBODY,
  hold: NOBODY,
  invoice: NOBODY,
  order: NOBODY,
  'cart line': NOBODY,
  payment: NOBODY,
  'returned payment': NOBODY,
  'disputed payment': NOBODY,
  'failed refund': NOBODY,
  'desk payment': NOBODY,
  'bank movement': NOBODY,
  'payment file': NOBODY,
  image: NOBODY,
  'image name': `${'0'.repeat(32)}.png`,
  product: NOBODY,
  'pending product': NOBODY,
  user: NOBODY,
  session: NOBODY,
  'reset token': 'nobody-was-sent-this',
  'confirmation token': 'nobody-was-sent-this',
  'pending login': 'nobody-entered-the-password',
  'opt-out token': 'nobody-was-sent-this',
  'ticket offer': 'nobody-was-sent-this',
  'legal page': 'nowhere',
  event: NOBODY,
  show: NOBODY,
  'other show': NOBODY,
  location: NOBODY,
  scanner: NOBODY,
  gate: NOBODY,
  artist: NOBODY,
  'seating plan': NOBODY,
  news: NOBODY,
} as const

/** A kind of record that calls refer to. */
export type RecordKind = keyof typeof MISSING

export type OwnedRecords = {
  /** Creates a record, owned by the owner if the kind has owners; reuses one show. Returns its id or name. */
  given: (thing: RecordKind) => Promise<number | string>
  /** The ids of one show and its parts. */
  parts: {
    showId: number
    eventId: number
    locationId: number
    artistId: number
    seatingPlanId: number
    imageId: number
  }
}

/** Creates records of any kind for tests. */
export async function givenOwnedRecords({ db, ask, context }: TestShop, owner: UserId): Promise<OwnedRecords> {
  const [locationId, artistId] = [await givenLocation(db), await givenArtist(db)]
  const show = await givenShow(db, { seats: 400, locationId, artistId })
  const { showId, eventId, seatingPlanId } = show
  const { id: imageId } = await givenImage(db, { uploadedBy: owner })
  const seats = show.seatIds.values()

  async function post(path: string, body: object) {
    const reply = await ask('POST', path, { as: owner, body })
    if (reply.statusCode !== 201) throw new Error(`${path}: ${reply.body}`)
    return reply.json()
  }

  async function reserved(): Promise<{ id: number; placeId: number }> {
    const seat = seats.next().value
    const body = { eventShowId: showId, seatingPlanPlaceIds: [seat] }
    // Another call may have taken the seat as the best one.
    const reply = await ask('POST', '/tickets', { as: owner, body })
    if (reply.statusCode === 409 && seat !== undefined) return reserved()
    if (reply.statusCode !== 201) throw new Error(reply.body)
    return reply.json().elements[0]
  }

  function heldBy(userId: UserId): Promise<{ id: number }> {
    const hold = { event_show_id: showId, reason: 'Press', held_by: userId }
    return db.insertInto('holds').values(hold).returning('id').executeTakeFirstOrThrow()
  }

  async function bought(): Promise<{ ticketId: number; invoiceId: number }> {
    const { id: ticketId } = await reserved()
    const { id: invoiceId } = await post('/orders', { ...payment, ticketIds: [ticketId] })
    return { ticketId, invoiceId }
  }

  async function cartLine(): Promise<number> {
    const merchandiseProductId = await givenProduct(db)
    return (await post('/merchandise/purchases', { merchandiseProductId, quantity: 1 })).id
  }

  async function resetToken(): Promise<string> {
    const token = randomUUID()
    await db
      .insertInto('password_resets')
      .values({
        token_hash: hashOfToken(token),
        user_id: await givenUser(db),
        expires_at: new Date(Date.now() + 600_000),
      })
      .execute()
    return token
  }

  async function confirmationToken(): Promise<string> {
    const token = randomUUID()
    const expiry = new Date(Date.now() + 600_000)
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', owner).execute()
    await db
      .insertInto('email_verifications')
      .values({
        token_hash: hashOfToken(token),
        user_id: owner,
        code_hash: Buffer.alloc(32),
        code_expires_at: expiry,
        expires_at: expiry,
      })
      .execute()
    return token
  }

  async function pendingLogin(): Promise<string> {
    const passwordHash = 'a hash'
    const user = { id: await givenUser(db, { passwordHash }), passwordHash }
    await givenSecondFactor(context, user.id)
    return signLogin(context.tokens, user, new Date())
  }

  const makers: Record<RecordKind, () => Promise<number | string>> = {
    hold: async () => (await heldBy(owner)).id,
    reservation: async () => (await reserved()).id,
    'bought ticket': async () => (await bought()).ticketId,
    'taken seat': async () => (await reserved()).placeId,
    invoice: async () => (await bought()).invoiceId,
    order: async () => selectOrderOfInvoice(db, (await bought()).invoiceId as InvoiceId),
    'cart line': cartLine,
    payment: () => givenPayment(db, owner, 'CLOSED'),
    'returned payment': () => givenPayment(db, owner, 'TAKEN'),
    'disputed payment': async () => givenLostDispute(db, await givenPayment(db, owner, 'TAKEN')),
    'bank movement': async () => givenBankMovement(db, await givenUser(db, { isAdmin: true })),
    'payment file': async () => givenRefundFile(db, await givenUser(db, { isAdmin: true })),
    'desk payment': async () => givenDeskPayment(db, owner, await givenProduct(db)),
    'failed refund': async () => givenFailedRefund(db, await givenPayment(db, owner, 'TAKEN')),
    image: async () => (await givenImage(db, { uploadedBy: owner })).id,
    'image name': async () => (await givenImage(db, { uploadedBy: owner })).name,
    product: () => givenProduct(db),
    'pending product': () => givenProduct(db, { name: 'Secret', state: 'PENDING', createdBy: owner }),
    user: () => givenUser(db),
    session: async () => (await insertTestSession(db, owner)).publicId,
    'reset token': resetToken,
    'confirmation token': confirmationToken,
    'pending login': pendingLogin,
    'opt-out token': async () => optOutToken(context.tokens, await givenUser(db)),
    'ticket offer': async () => {
      const token = newToken()
      const { ticketId } = await bought()
      const offer = { ticket_id: ticketId as TicketId, from_user: owner, to_email: 'bea@foyer.example' }
      await db
        .insertInto('ticket_transfers')
        .values({ ...offer, token_hash: hashOfToken(token) })
        .execute()
      return token
    },
    'legal page': async () => 'terms',
    event: () => givenEvent(db),
    show: async () => showId,
    'other show': async () => (await givenShow(db)).showId,
    location: () => givenLocation(db),
    gate: async () => {
      const values = { location_id: locationId, name: `Gate ${randomUUID()}` }
      return (await db.insertInto('gates').values(values).returning('id').executeTakeFirstOrThrow()).id
    },
    scanner: async () => (await givenScanner(ask, await givenUser(db, { isStaff: true }), showId)).device.id,
    artist: () => givenArtist(db),
    'seating plan': async () => (await givenShow(db)).seatingPlanId,
    news: () => givenNews(db),
  }
  return { given: (thing) => makers[thing](), parts: { showId, eventId, locationId, artistId, seatingPlanId, imageId } }
}
