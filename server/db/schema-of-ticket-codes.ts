import type { Generated, GeneratedAlways } from 'kysely'
import type { TicketId, UserId } from '#domain/ids.ts'
import type { TransferState } from '#domain/tickets/ticket-transfers.ts'

/** The tables of the codes of tickets, and of their holders. */
export type TicketCodeTables = {
  ticket_transfers: {
    id: GeneratedAlways<number>
    ticket_id: TicketId
    from_user: UserId
    to_email: string
    token_hash: Buffer | null
    state: Generated<TransferState>
    to_user: UserId | null
    offered_at: Generated<Date>
    ended_at: Date | null
  }
  ticket_keys: {
    number: number
    public_key: Buffer
    sealed_private_key: Buffer
    created_at: Generated<Date>
    revoked_at: Date | null
    renewed_holder_id: UserId | null
    renewed_at: Date | null
  }
}
