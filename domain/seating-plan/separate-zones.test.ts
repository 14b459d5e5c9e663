import { expect, test } from 'vitest'
import type { ImportedPlace } from './imported-places.ts'
import { planImportedVenue } from './plan-imported-venue.ts'
import { PriceList } from './price-list.ts'
import { separateZones } from './separate-zones.ts'

const zone = (name: string, left: number, top: number, rows = 3): ImportedPlace[] =>
  Array.from({ length: rows * 4 }, (_, index) => ({
    where: `${name} ${index}`,
    sectorName: name,
    rowName: `${Math.floor(index / 4) + 1}`,
    seatNumber: (index % 4) + 1,
    at: [left + (index % 4), top + Math.floor(index / 4)],
  }))

const venueOf = (...zones: ImportedPlace[][]) => ({ name: 'Hall', places: zones.flat() })
const planned = (venue: ReturnType<typeof venueOf>) => planImportedVenue(venue, { prices: new PriceList(new Map()) })

test('moves zones apart whose seats lie on each other, as a whole and away from the others', () => {
  const venue = venueOf(zone('Stalls', 0, 0), zone('Circle', 0, 2), zone('Box', 20, 0))
  expect(() => planned(venue)).toThrow('Two seats stand at the same point, Stalls 8 and Circle 0.')
  const { venue: apart, moved } = separateZones(venue)
  expect(moved).toEqual(['Circle'])
  expect(apart.places.slice(0, 12)).toEqual(venue.places.slice(0, 12))
  expect(apart.places.slice(24)).toEqual(venue.places.slice(24))
  expect(apart.places.slice(12, 24).map(({ at }) => at)).toEqual(zone('Circle', 0, 4).map(({ at }) => at))
  expect(planned(apart).sectors.map(({ places }) => places.length)).toEqual([12, 12, 12])
})

test('moves a zone past all others, also those of its way', () => {
  const venue = venueOf(zone('Stalls', 0, 0), zone('Middle', 0, 0), zone('Back', 0, 4))
  const { venue: apart, moved } = separateZones(venue)
  expect(moved).toEqual(['Middle'])
  expect(() => planned(apart)).not.toThrow()
})

test('leaves zones beside each other and overlapping seats within a zone as they are', () => {
  const apart = venueOf(zone('Stalls', 0, 0), zone('Circle', 0, 3))
  expect(separateZones(apart)).toEqual({ venue: apart, moved: [] })
  const twice = venueOf([...zone('Stalls', 0, 0), ...zone('Stalls', 0, 0)])
  expect(separateZones(twice)).toEqual({ venue: twice, moved: [] })
})

test('takes standing areas of a moved zone along, and keeps off the stage', () => {
  const standing: ImportedPlace = {
    where: 'floor',
    sectorName: 'Circle',
    rowName: '',
    at: [1, 9],
    standing: { capacity: 9 },
  }
  const stage = { x: -5, y: 3, width: 14, height: 4 }
  const venue = { ...venueOf(zone('Stalls', 0, 0, 2), [...zone('Circle', 0, 1, 2), standing]), stage }
  const { venue: apart, moved } = separateZones(venue)
  expect(moved).toEqual(['Circle'])
  const [x = 0, y = 0] = apart.places[8]?.at ?? []
  expect(apart.places.at(-1)?.at).toEqual([1 + x, 9 + y - 1])
  const isOnStage = apart.places.slice(8, 16).some(({ at }) => at && at[1] >= 3 && at[1] <= 7)
  expect(isOnStage).toBe(false)
})
