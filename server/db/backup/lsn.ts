/** A position in the WAL, in bytes. */
export type Lsn = bigint

/** The size of a WAL segment. `initdb` sets it. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n

const SEGMENTS_PER_ID = 0x1_0000_0000n / SEGMENT_BYTES

/** Parses PostgreSQL's notation, such as `16/B374D848`. */
export function parseLsn(text: string): Lsn {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Writes PostgreSQL's notation. */
export function lsnText(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase()
}

/** A position in the history of a database. Each restore begins another timeline. LSNs are in PostgreSQL's notation. */
export type Position = { timeline: number; lsn: string }

/** Compares two positions, the earlier one first. Clocks may have been wrong, so times do not tell the order. */
export function comparePositions(one: Position, other: Position): number {
  const bytes = parseLsn(one.lsn) - parseLsn(other.lsn)
  return one.timeline - other.timeline || Number(bytes)
}

/** Returns the position at which the segment of a position begins. */
export const segmentStart = (lsn: Lsn): Lsn => lsn - (lsn % SEGMENT_BYTES)

/** Returns PostgreSQL's name for the segment of a position. */
export function segmentName(timeline: number, lsn: Lsn): string {
  const segment = lsn / SEGMENT_BYTES
  return [BigInt(timeline), segment / SEGMENTS_PER_ID, segment % SEGMENTS_PER_ID]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** Returns the position at which a segment begins. The inverse of `segmentName`. */
export function startOfSegment(name: string): Lsn {
  const [id, segment] = [name.slice(8, 16), name.slice(16, 24)].map((part) => BigInt(`0x${part}`))
  return ((id ?? 0n) * SEGMENTS_PER_ID + (segment ?? 0n)) * SEGMENT_BYTES
}
