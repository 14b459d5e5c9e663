type Point = { readonly x: number; readonly y: number }

/** Unit vector along the rows of a sector: the sum of their chords, each pointing to the right or else downwards. */
export function axisOf(rows: readonly (readonly Point[])[]): Point {
  let x = 0
  let y = 0
  for (const row of rows) {
    const [first, last] = [row[0], row.at(-1)]
    if (!first || !last) continue
    const [dx, dy] = [last.x - first.x, last.y - first.y]
    const forward = (Math.abs(dx) >= Math.abs(dy) ? dx : dy) >= 0 ? 1 : -1
    x += dx * forward
    y += dy * forward
  }
  const length = Math.hypot(x, y)
  return length === 0 ? { x: 1, y: 0 } : { x: x / length, y: y / length }
}
