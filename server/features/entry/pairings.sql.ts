import { sql } from 'kysely'
import type { DeviceDirection } from '#domain/entry/entry.ts'
import type { EntryPairingId, GateId, ShowId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'

/** The rights of a device to be paired. */
export type NewPairing = {
  name: string
  gateId: GateId | null
  direction: DeviceDirection
  isSupervisor: boolean
  showIds: readonly ShowId[]
}

/** Inserts a pairing for some minutes, and returns when it expires. Undefined if its code is in use. */
export function insertPairing(
  tx: Tx,
  { codeHash, by, minutes, pairing }: { codeHash: Buffer; by: UserId; minutes: number; pairing: NewPairing },
): Promise<{ id: EntryPairingId; expiresAt: Date } | undefined> {
  return tx
    .insertInto('entry_pairings')
    .values({
      code_hash: codeHash,
      name: pairing.name,
      gate_id: pairing.gateId,
      direction: pairing.direction,
      is_supervisor: pairing.isSupervisor,
      show_ids: [...pairing.showIds],
      paired_by: by,
      expires_at: sql<Date>`${now} + make_interval(mins => ${minutes})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'expires_at as expiresAt'])
    .executeTakeFirst()
}

/** Deletes pairings that expired. */
export async function deleteExpiredPairings(db: Db | Tx): Promise<void> {
  await db.deleteFrom('entry_pairings').where('expires_at', '<=', now).execute()
}

/**
 * Deletes the pairing of a code, and inserts its device. Returns whether there was one that had not expired, of a user
 * who may still pair phones. Waits for concurrent changes of that user, and makes them wait.
 */
export async function insertDeviceOfPairing(
  tx: Tx,
  { codeHash, tokenHash }: { codeHash: Buffer; tokenHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    with allowed as (
      select users.id from entry_pairings join users on users.id = paired_by
      where code_hash = ${codeHash} and expires_at > ${now}
        and (is_staff or is_admin) and not is_locked and users.deleted_at is null
      for share of users),
    used as (
      delete from entry_pairings where code_hash = ${codeHash} and paired_by in (select id from allowed) returning *)
    insert into entry_devices (name, gate_id, direction, is_supervisor, token_hash, show_ids, paired_by)
    select name, gate_id, direction, is_supervisor, ${tokenHash}, show_ids, paired_by from used
    returning id`.execute(tx)
  return rows.length > 0
}
