/** More bits than this, and a number is not exact. */
const LARGEST_FACTOR = 2 ** 49

/** Reads what a `ByteWriter` wrote. Throws a RangeError where the bytes cannot be what they should be. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** A whole number from 0 to `most`. */
  whole(most = Number.MAX_SAFE_INTEGER): number {
    let value = 0
    for (let factor = 1; factor <= LARGEST_FACTOR; factor *= 128) {
      const byte = this.#bytes[this.#at]
      if (byte === undefined) throw new RangeError('The bytes end too early')
      this.#at += 1
      value += (byte & 127) * factor
      if (byte >= 128) continue
      if (value > most) throw new RangeError(`${value} is more than ${most}`)
      return value
    }
    throw new RangeError('A number has too many bytes')
  }

  /** A whole number of either sign. */
  signed(): number {
    const value = this.whole()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** How many things follow: no more than there are bytes left. */
  count(): number {
    return this.whole(this.#bytes.length - this.#at)
  }

  float(): number {
    const { buffer, byteOffset } = this.bytes(4)
    return new DataView(buffer, byteOffset).getFloat32(0, true)
  }

  text(): string {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.bytes(this.whole()))
  }

  bytes(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('The bytes end too early')
    const found = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return found
  }

  /** To be called last: nothing may follow what was read. */
  end(): void {
    if (this.#at < this.#bytes.length) throw new RangeError('There are more bytes than there should be')
  }
}
