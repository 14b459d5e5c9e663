/** Writes numbers and texts one after the other, small numbers in few bytes. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #length = 0

  /** What has been written so far. */
  written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }

  /** A whole number from 0 on, seven bits a byte, the lowest first. */
  whole(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number that can be sent`)
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#byte((rest % 128) + 128)
    this.#byte(rest)
  }

  /** A whole number of either sign: 0, -1, 1, -2, 2, … become 0, 1, 2, 3, 4, … */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** A number to about seven digits. */
  float(value: number): void {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setFloat32(0, value, true)
    this.bytes(bytes)
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.whole(bytes.length)
    this.bytes(bytes)
  }

  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #byte(byte: number): void {
    this.#makeRoom(1)
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  #makeRoom(wanted: number): void {
    if (this.#length + wanted <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.#length + wanted))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
