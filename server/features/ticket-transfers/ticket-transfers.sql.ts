import { sql, type UpdateObject } from 'kysely'
import type { TicketId, UserId } from '#domain/ids.ts'
import type { TransferState } from '#domain/tickets/ticket-transfers.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueMail } from '#server/features/mail/enqueue-mail.sql.ts'
import { nextIssue } from '#server/db/next-issue.sql.ts'
import { publishTicketsAfterCommit } from '#server/db/publish-after-commit.ts'
import { now } from '#server/db/now.ts'
import type { Schema } from '#server/db/schema.ts'
import { keepShowsOfTickets } from '#server/db/show-turns.sql.ts'
import { isTicketUsed } from '#server/features/entry/scans.sql.ts'
import { priorityOfFurther } from '#server/jobs/mail-priorities.ts'

/** Locks a ticket, after changes of its show. A second statement reads what decides. */
export async function lockTicket(tx: Tx, id: TicketId): Promise<void> {
  await keepShowsOfTickets(tx, [id])
  await tx.selectFrom('tickets').select('id').where('id', '=', id).forUpdate().execute()
}

/** Reads what decides whether a ticket may change hands. Undefined for an unknown ticket. */
export function selectTicketToHandOver(tx: Tx, id: TicketId) {
  return tx
    .selectFrom('tickets')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .select([
      'tickets.user_id as buyerId',
      sql<UserId | null>`coalesce(tickets.holder_id, tickets.user_id)`.as('holderId'),
      'tickets.state',
      'event_shows.starts_at as startsAt',
      'event_shows.cancelled_at as cancelledAt',
      isTicketUsed.as('isAdmitted'),
      'tickets.issue',
      now.as('now'),
    ])
    .where('tickets.id', '=', id)
    .executeTakeFirst()
}

/** Makes all former codes of a ticket invalid. */
export async function updateIssue(tx: Tx, id: TicketId): Promise<void> {
  await updateTicket(tx, id, { issue: nextIssue })
}

/** Hands a ticket over and makes its former codes invalid. `holderId`: null for the buyer. */
export async function updateHolder(tx: Tx, id: TicketId, holderId: UserId | null): Promise<void> {
  await updateTicket(tx, id, { holder_id: holderId, issue: nextIssue })
}

/**
 * Gives the holder, the offered refund and the transfers of a ticket to the one that takes its place, so that an open
 * transfer goes on. Both are locked. The former ticket has no holder afterwards.
 */
export async function updateSuccessor(
  tx: Tx,
  former: { id: TicketId; holderId: UserId | null; refundableUntil: Date | null },
  successor: TicketId,
): Promise<void> {
  await tx.updateTable('tickets').set({ holder_id: null }).where('id', '=', former.id).execute()
  await tx
    .updateTable('tickets')
    .set({ holder_id: former.holderId, refundable_until: former.refundableUntil })
    .where('id', '=', successor)
    .execute()
  await tx.updateTable('ticket_transfers').set({ ticket_id: successor }).where('ticket_id', '=', former.id).execute()
}

async function updateTicket(tx: Tx, id: TicketId, change: UpdateObject<Schema, 'tickets'>): Promise<void> {
  const places = await tx
    .updateTable('tickets')
    .set(change)
    .where('id', '=', id)
    .returning(['event_show_id as showId', 'place_id as placeId'])
    .execute()
  publishTicketsAfterCommit(tx, places)
}

/** Stores an offer. Undefined if the ticket is offered already. */
export async function insertOffer(
  tx: Tx,
  ticketId: TicketId,
  from: UserId,
  email: string,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('ticket_transfers')
    .values({ ticket_id: ticketId, from_user: from, to_email: email })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Ends the offer of a ticket, and returns its id. Undefined without one. */
export async function updateOfferEnded(
  tx: Tx,
  ticketId: TicketId,
  end: { state: Exclude<TransferState, 'OFFERED'>; to?: UserId },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('ticket_transfers')
    .set({ state: end.state, ended_at: sql<Date>`shop_now()`, to_user: end.to ?? null })
    .where('ticket_id', '=', ticketId)
    .where('state', '=', 'OFFERED')
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Enqueues a mail about an offer or its end. It comes after first mails of others if the giver has caused some in the
 * hour before.
 */
export async function enqueueTransferMail(
  tx: Tx,
  task: 'send-ticket-offer' | 'send-transfer-news',
  mail: { id: number; kind?: string },
): Promise<void> {
  const { rows } = await sql<{ mails: number }>`
    select count(*) filter (where offered_at > shop_now() - interval '1 hour')
      + count(*) filter (where ended_at > shop_now() - interval '1 hour') as mails
    from ticket_transfers
    where from_user = (select from_user from ticket_transfers where id = ${mail.id})`.execute(tx)
  const earlier = Math.max(0, (rows[0]?.mails ?? 0) - 1)
  await enqueueMail(tx, task, mail, { priority: priorityOfFurther(earlier) })
}

/** Reads the transfer of a link. Undefined for an unknown token. */
export function selectTransferOf(db: Db | Tx, tokenHash: Buffer) {
  return db
    .selectFrom('ticket_transfers')
    .select(['id', 'ticket_id as ticketId', 'from_user as fromUser', 'state', 'to_user as toUser'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Replaces the link of an offer. Returns whether it is still open. */
export async function updateToken(db: Db, id: number, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('ticket_transfers')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('state', '=', 'OFFERED')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Reads what pages and mails say about a transfer. */
export function selectTransferFacts(db: Db, id: number) {
  return db
    .selectFrom('ticket_transfers')
    .innerJoin('users as giver', 'giver.id', 'ticket_transfers.from_user')
    .leftJoin('users as receiver', 'receiver.id', 'ticket_transfers.to_user')
    .innerJoin('tickets', 'tickets.id', 'ticket_transfers.ticket_id')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'ticket_transfers.ticket_id as ticketId',
      'ticket_transfers.to_email as toEmail',
      'ticket_transfers.from_user as fromUser',
      'ticket_transfers.to_user as toUser',
      sql<boolean>`ticket_transfers.token_hash is not null`.as('isMailed'),
      'giver.first_name as fromFirstName',
      'receiver.first_name as toFirstName',
      'tickets.state',
      'event_shows.name as showName',
      'event_shows.starts_at as startsAt',
      'event_shows.cancelled_at as cancelledAt',
      isTicketUsed.as('isAdmitted'),
      'tickets.issue',
      'events.title as eventTitle',
      'locations.name as locationName',
      'locations.time_zone as timeZone',
      'sectors.name as sectorName',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      now.as('now'),
    ])
    .where('ticket_transfers.id', '=', id)
    .executeTakeFirst()
}

/** Clears the addresses of transfers whose shows ended 30 days ago. */
export async function clearOldAddresses(db: Db): Promise<void> {
  await sql`
    update ticket_transfers set to_email = ''
    from tickets join event_shows on event_shows.id = tickets.event_show_id
    where tickets.id = ticket_id and to_email <> '' and ends_at < shop_now() - interval '30 days'`.execute(db)
}
