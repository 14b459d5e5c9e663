import { expect, test } from 'vitest'
import { layoutOfPlan } from './layout-of-plan.ts'

test('keeps the proportions of the plan, and leaves standing places out of the rows', () => {
  const layout = layoutOfPlan({
    aspect: 2,
    focalPoint: { x: 50, y: 10 },
    x: [5, 25, 45, 5, 50],
    y: [5, 5, 5, 50, 50],
    sectors: [
      {
        ...{ x: 50, y: 50, width: 50, height: 50 },
        rows: [
          { placeType: 'SITTING', first: 0, end: 3 },
          { placeType: 'SITTING', first: 3, end: 4 },
          { placeType: 'STANDING', first: 4, end: 5 },
        ],
      },
    ],
  })
  expect(layout.focus).toEqual({ x: 100, y: 10 })
  expect(layout.sectors).toEqual([
    {
      first: 0,
      end: 5,
      rows: [
        { first: 0, end: 3 },
        { first: 3, end: 4 },
      ],
    },
  ])
  expect([layout.x[0], layout.y[0]]).toEqual([105, 52.5])
})
