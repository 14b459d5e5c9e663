import { expect, test } from 'vitest'
import { luminance, paletteOf, type Scheme } from './palette.ts'

const schemes: Scheme[] = ['light', 'dark']

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

test.each(schemes)('in %s: contrasts every price class with its sector', (scheme) => {
  for (let classes = 1; classes <= 6; classes++) {
    const { seats, sectors } = paletteOf(scheme, classes)
    for (const [at, seat] of seats.entries()) expect(contrast(seat, sectors[at] ?? seat)).toBeGreaterThanOrEqual(3)
  }
})

test.each(schemes)('in %s: distinguishes price classes in grey', (scheme) => {
  const greys = paletteOf(scheme, 6).seats.map(luminance)
  const dearer = scheme === 'light' ? greys.toReversed() : greys
  for (const [at, grey] of dearer.entries()) if (at > 0) expect(grey / (dearer[at - 1] ?? 1)).toBeGreaterThan(1.2)
})

test.each(schemes)('in %s: makes seat numbers and the check mark readable', (scheme) => {
  const { seats, seatInks, mine, mineInk } = paletteOf(scheme, 6)
  for (const [at, seat] of seats.entries()) expect(contrast(seat, seatInks[at] ?? seat)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(mine, mineInk)).toBeGreaterThanOrEqual(3)
})

test.each(schemes)('in %s: contrasts chosen seats with every price class', (scheme) => {
  const { seats, mine, surface } = paletteOf(scheme, 6)
  expect(seats).not.toContain(mine)
  expect(contrast(mine, surface)).toBeGreaterThanOrEqual(3)
})
