import { expect, test } from 'vitest'
import type { PlaceId } from '../ids.ts'
import { houseOfPlan } from './house-of-plan.ts'

const place = (id: number, rowName: string, x: number) => ({
  id: id as PlaceId,
  placeType: rowName === '' ? ('STANDING' as const) : ('SITTING' as const),
  rowName,
  x,
  y: 0,
  width: 10,
  height: 10,
})

test('a plan is laid out in the proportions of the house, its rows as they stand and the room to stand behind them', () => {
  const house = houseOfPlan({
    aspect: 2,
    focalPoint: { x: 50, y: 10 },
    sectors: [
      {
        ...{ x: 50, y: 50, width: 50, height: 50 },
        places: [place(1, 'A', 40), place(2, '', 0), place(3, 'B', 0), place(4, 'A', 20), place(5, 'A', 0)],
      },
    ],
  })
  expect(house.focus).toEqual({ x: 100, y: 10 })
  expect(house.placeIds).toEqual([5, 4, 1, 3, 2])
  expect(house.sectors).toEqual([
    {
      first: 0,
      end: 5,
      rows: [
        { first: 0, end: 3 },
        { first: 3, end: 4 },
      ],
    },
  ])
  expect([house.x[0], house.y[0]]).toEqual([105, 52.5])
})
