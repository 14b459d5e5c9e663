import { describe, expect, test } from 'vitest'
import type { PlaceKind } from '../tickets/places.ts'
import { bestAvailable, type PartyRequest } from './best-available.ts'
import { givenLayout } from './sample-layout.ts'
import { seatingOf } from './seating.ts'

const kindOfLetter: Readonly<Record<string, PlaceKind>> = { w: 'WHEELCHAIR', c: 'COMPANION', r: 'RESTRICTED_VIEW' }

/** Finds places in a drawing: `w` a free wheelchair place, `c` a companion seat, `r` a seat with restricted view. */
function find(rows: readonly string[], request: Omit<PartyRequest, 'sectors'>) {
  const seats = Array.from(rows.join('').replaceAll(' ', ''))
  const { layout, free } = givenLayout({ rows: rows.map((row) => row.replaceAll(/[wcr]/g, '.')) })
  const kinds = new Map(
    seats.flatMap((letter, at) => (kindOfLetter[letter] ? [[at, kindOfLetter[letter]] as const] : [])),
  )
  const found = bestAvailable(seatingOf({ ...layout, kinds }), free, { sectors: [true], ...request })
  return found && [found.arrangement, found.places.map((place) => seats[place]).join('')]
}

describe('without a request', () => {
  test('finds no wheelchair place, no companion seat and no restricted view, even if they are the best', () => {
    expect(find(['wwccrr', '..xxxx'], { tickets: 2 })).toEqual(['row', '..'])
    expect(find(['wwccrr', 'x.xxxx'], { tickets: 2 })).toBeUndefined()
  })

  test('places nobody across a wheelchair place', () => {
    expect(find(['.w.', '...'], { tickets: 3 })).toEqual(['row', '...'])
  })
})

test('finds seats with a restricted view on request, beside usual ones', () => {
  expect(find(['r.r', 'xxx'], { tickets: 3, restrictedView: true })).toEqual(['row', 'r.r'])
})

describe('for a wheelchair', () => {
  test('finds a wheelchair place and the companion seat beside it', () => {
    expect(find(['......', 'wc..cw'], { tickets: 2, wheelchairs: 1 })).toEqual(['row', 'wc'])
  })

  test('prefers a place with a companion seat beside it to a better one without', () => {
    expect(find(['..wxxx', '......', 'xxxxcw'], { tickets: 2, wheelchairs: 1 })).toEqual(['row', 'cw'])
  })

  test('adds the nearest usual seats for a larger party, and no second wheelchair place', () => {
    expect(find(['....', 'wwc.'], { tickets: 3, wheelchairs: 1 })?.[1]).toMatch(/^[.wc]{3}$/)
    expect(find(['....', 'wwc.'], { tickets: 3, wheelchairs: 1 })?.[1]?.match(/w/g)).toHaveLength(1)
  })

  test('finds several wheelchair places next to each other', () => {
    expect(find(['w....ww'], { tickets: 2, wheelchairs: 2 })).toEqual(['row', 'ww'])
  })

  test('finds nothing without enough wheelchair places, or enough seats for the others', () => {
    expect(find(['....', 'w...'], { tickets: 2, wheelchairs: 2 })).toBeUndefined()
    expect(find(['xxxx', 'wxxx'], { tickets: 2, wheelchairs: 1 })).toBeUndefined()
  })
})
