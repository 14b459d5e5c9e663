import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

/** Writes a column in which many neighbours differ by the same step: pieces of length, first value and step. */
export function writeSeries(writer: ByteWriter, values: Int32Array): void {
  let before = 0
  for (let at = 0; at < values.length;) {
    const first = values[at] ?? 0
    const step = at + 1 < values.length ? (values[at + 1] ?? 0) - first : 0
    let end = at + 1
    while (end < values.length && (values[end] ?? 0) - (values[end - 1] ?? 0) === step) end += 1
    writer.whole(end - at)
    writer.signed(first - before)
    writer.signed(end - at > 1 ? step : 0)
    before = first
    at = end
  }
}

/** Fills a column with what `writeSeries` wrote. */
export function readSeries(reader: ByteReader, values: Int32Array): void {
  let first = 0
  for (let at = 0; at < values.length;) {
    const length = reader.whole(values.length - at)
    first += reader.signed()
    const step = reader.signed()
    const last = first + (length - 1) * step
    if (length === 0 || !isInteger32(first) || !isInteger32(last)) throw new RangeError('A column breaks off')
    for (const end = at + length; at < end; at++) values[at] = first + (length - end + at) * step
  }
}

const isInteger32 = (value: number) => value === Math.trunc(value) && Math.abs(value) <= 0x7fff_ffff
