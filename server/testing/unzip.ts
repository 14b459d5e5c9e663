/** Reads a ZIP file whose files are not compressed. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const [size, name, extra] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)]
    const start = at + 30 + name + extra
    found.set(zip.toString('utf8', at + 30, at + 30 + name), zip.subarray(start, start + size))
    at = start + size
  }
  return found
}
