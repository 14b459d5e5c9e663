import type { Generated, GeneratedAlways } from 'kysely'
import type { DeviceDirection, EntryRefusal, EntryVerdict, ScanDirection } from '#domain/entry/entry.ts'
import type {
  EntryDeviceId,
  EntryPairingId,
  GateId,
  LocationId,
  ScanId,
  SectorId,
  ShowId,
  TicketId,
  UserId,
} from '#domain/ids.ts'

/** The tables of gates, scanners and admissions. */
export type EntryTables = {
  gates: { id: GeneratedAlways<GateId>; location_id: LocationId; name: string; version: Generated<number> }
  gate_sectors: { gate_id: GateId; sector_id: SectorId }
  entry_devices: {
    id: GeneratedAlways<EntryDeviceId>
    name: string
    gate_id: GateId | null
    direction: DeviceDirection
    is_supervisor: boolean
    token_hash: Buffer | null
    show_ids: ShowId[]
    paired_by: UserId
    paired_at: Generated<Date>
    revoked_at: Date | null
    last_seen_at: Generated<Date>
    clock_offset_ms: number | null
  }
  entry_pairings: {
    id: GeneratedAlways<EntryPairingId>
    code_hash: Buffer
    name: string
    gate_id: GateId | null
    direction: DeviceDirection
    is_supervisor: boolean
    show_ids: ShowId[]
    paired_by: UserId
    expires_at: Date
  }
  scans: {
    id: GeneratedAlways<ScanId>
    device_id: EntryDeviceId
    scan_key: string
    number: number
    event_show_id: ShowId
    ticket_id: TicketId | null
    issue: number | null
    direction: ScanDirection
    verdict: EntryVerdict
    reason: EntryRefusal | null
    phone_verdict: EntryVerdict | null
    scanned_at: Date
    received_at: Generated<Date>
    is_offline: boolean
    overruled: string | null
  }
  admissions: {
    ticket_id: TicketId
    number: number
    scan_id: ScanId
    gate_id: GateId | null
    admitted_at: Date
    left_at: Date | null
    is_double: boolean
  }
}
