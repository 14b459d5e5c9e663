/**
 * Returns a number for each sector, which stands for its name where that has no room: "101" for "South 101". A sector
 * whose name does not end in a number gets the lowest one that no other sector has.
 */
export function sectorNumbersOf(names: readonly string[]): string[] {
  const own = names.map((name) => /(?:^|\s)(\S*\d\S*)$/.exec(name)?.[1])
  const used = new Set(own)
  let next = 0
  return own.map((number) => {
    if (number !== undefined) return number
    do next += 1
    while (used.has(String(next)))
    return String(next)
  })
}
