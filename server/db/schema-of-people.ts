import type { Generated, GeneratedAlways } from 'kysely'
import type { PublicSessionId, UserId } from '#domain/ids.ts'

/** The tables of accounts and their sessions. */
export type PeopleTables = {
  users: {
    id: GeneratedAlways<UserId>
    first_name: string
    last_name: string
    email: string
    password_hash: string
    address: Generated<string>
    is_admin: Generated<boolean>
    is_staff: Generated<boolean>
    is_guest: Generated<boolean>
    is_locked: Generated<boolean>
    email_verified_at: Date | null
    second_factor_since: Date | null
    deleted_at: Date | null
    last_login_at: Generated<Date>
    deletion_warned_at: Date | null
    wants_reminders: Generated<boolean>
    created_at: Generated<Date>
  }
  sessions: {
    id_hash: Buffer
    public_id: Generated<PublicSessionId>
    user_id: UserId
    device: Generated<string>
    expires_at: Date
    last_used_at: Date | null
    created_at: Generated<Date>
  }
  second_factors: {
    user_id: UserId
    sealed_secret: Buffer
    last_step: Generated<number>
    created_at: Generated<Date>
  }
  recovery_codes: { code_hash: Buffer; user_id: UserId }
  password_resets: {
    token_hash: Buffer
    user_id: UserId
    expires_at: Date
    used_at: Date | null
    request_hash: Buffer | null
  }
  email_verifications: {
    token_hash: Buffer
    user_id: UserId
    code_hash: Buffer
    code_attempts: Generated<number>
    code_expires_at: Date
    expires_at: Date
    created_at: Generated<Date>
  }
}
