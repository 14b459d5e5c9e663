import { sql } from 'kysely'
import type { PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PlaceType } from '#domain/tickets/places.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, anyOf, contains, containedIn } from '#server/db/filters.ts'
import { nextIssue } from '#server/db/next-issue.sql.ts'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'
import { plannedEachTime } from '#server/db/prepared-client.ts'

const LIMIT = 10

/** Finds customers with an account by name or email. */
export function selectBuyers(db: Db, { text, isConfirmed }: { text: string; isConfirmed: boolean }) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email'])
    .where('deleted_at', 'is', null)
    .$if(isConfirmed, (users) => users.where('email_verified_at', 'is not', null))
    .where(allOf([anyOf([contains('email', text), containedIn(sql`(first_name || ' ' || last_name)`, text)])]))
    .orderBy(sql`lower(email)`)
    .limit(LIMIT)
    .modifyEnd(plannedEachTime)
    .execute()
}

/** Inserts a closed account for a buyer without one. The name stands on the invoice only. */
export async function insertGuest(tx: Tx): Promise<UserId> {
  const { id } = await tx
    .insertInto('users')
    .values({
      first_name: '',
      last_name: '',
      email: '',
      password_hash: '',
      is_guest: true,
      wants_reminders: false,
      deleted_at: sql<Date>`shop_now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Tells whether a user has an account. */
export async function selectHasAccount(tx: Tx, userId: UserId): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives locked held tickets to a buyer, as reservations with a price. */
export async function updateHeldToBuyer(
  tx: Tx,
  userId: UserId,
  tickets: readonly { id: TicketId; price: Cents }[],
): Promise<void> {
  await sql`
    update tickets set user_id = ${userId}, hold_id = null, price = sold.price
    from unnest(${tickets.map(({ id }) => id)}::int[], ${tickets.map(({ price }) => price)}::int[]) as sold (id, price)
    where tickets.id = sold.id`.execute(tx)
}

type Place = { placeId: PlaceId; placeType: PlaceType }

/** Moves a locked ticket to a place of its show that this transaction has claimed. Its former code is invalid. */
export async function updatePlaceOfTicket(
  tx: Tx,
  ticket: { id: TicketId; showId: ShowId; placeId: PlaceId },
  { placeId, placeType }: Place,
): Promise<void> {
  const { id, showId } = ticket
  await tx
    .updateTable('tickets')
    .set({ place_id: placeId, place_type: placeType, issue: nextIssue })
    .where('id', '=', id)
    .execute()
  publishAfterCommit(tx, [
    { showId, placeId },
    { showId, placeId: ticket.placeId },
  ])
}
