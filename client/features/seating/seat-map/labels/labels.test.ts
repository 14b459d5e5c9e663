import { expect, test } from 'vitest'
import type { Place } from '#contract/seating.ts'
import {
  givenRows,
  givenSeatingPlan,
  givenSeatModel,
  givenSector,
  placeId,
} from '#client/testing/given-seating-plan.ts'
import { overlaps, type Box } from '#client/features/seating/box.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { boxAt, type SeatModel } from '#client/features/seating/seat-model.ts'
import { Labels } from './labels.ts'
import { paletteOf } from '../draw/palette.ts'
import { SeatIndex } from '../seat-index.ts'
import { isOnMap, boxOnMap } from './label-layout.ts'
import type { Scene } from '../draw/draw-target.ts'
import type { Size, View } from '../view.ts'

const LETTER_WIDTH = 6

/** A box of six seats in two rows, 2 percent apart, at its upper left corner. */
const boxOfSeats = (rowName: string, firstId: number, left: number, top: number): Place[] =>
  Array.from({ length: 6 }, (_, at) => ({
    ...{ id: placeId(firstId + at), placeType: 'SITTING' as const, rowName, seatNumber: at + 1 },
    ...{ x: left + 2 * (at % 3), y: top + 2 * Math.floor(at / 3), width: 1.5, height: 1.5 },
  }))

const places = [
  boxOfSeats('Box 1', 1, 20, 40),
  boxOfSeats('Box 2', 11, 32, 40),
  boxOfSeats('Box 3', 21, 32, 44.8),
].flat()
const tier = givenSector({ id: 1, name: 'First tier', width: 100, height: 100, places })
const model = givenSeatModel({ ...givenSeatingPlan(), aspect: 1, focalPoint: { x: 50, y: 90 }, sectors: [tier] })
const sceneOf = (model: SeatModel): Scene => ({
  model,
  availability: new SeatAvailability(model),
  palette: paletteOf('light', 1),
  index: new SeatIndex(model),
})
const scene = sceneOf(model)
const size = { width: 2_000, height: 2_000 }
const viewAt = (pitch: number): View => ({ k: pitch / model.pitch, x: 0, y: 0 })

type Text = readonly [text: string, box: Box]

/** Returns the texts drawn in a view with their approximate boxes. */
function textsOn(scene: Scene, view: View, size: Size): Text[] {
  const texts: Text[] = []
  const canvas = {
    measureText: (text: string) => ({ width: text.length * LETTER_WIDTH }),
    fillText: (text: string, x: number, y: number) => {
      const width = text.length * LETTER_WIDTH
      texts.push([text, { x: x - width / 2, y: y - 6, width, height: 12 }])
    },
    ...{ strokeText: () => {}, fillRect: () => {}, createLinearGradient: () => ({ addColorStop: () => {} }) },
    ...{ beginPath: () => {}, roundRect: () => {}, fill: () => {} },
  }
  new Labels(scene, { name: 'Stage', box: undefined }).draw(
    canvas as unknown as CanvasRenderingContext2D,
    view,
    size,
    undefined,
  )
  return texts
}

const textBoxes = (view: View): ReadonlyMap<string, Box> => new Map(textsOn(scene, view, size))

test('draws the name of a box beside it without covering seats', () => {
  expect([...textBoxes(viewAt(11)).keys()]).not.toContain('Box 1')
  const view = viewAt(30)
  const texts = textBoxes(view)
  for (const name of ['Box 1', 'Box 2', 'Box 3']) {
    const label = texts.get(name)
    expect(label, name).toBeDefined()
    for (let seat = 0; seat < model.count; seat++)
      expect(label && overlaps(label, boxOnMap(view, boxAt(model, seat))), `${name}, seat ${seat}`).toBe(false)
  }
})

test('draws no name between two boxes, where it could belong to either', () => {
  const view = viewAt(30)
  const texts = textBoxes(view)
  const gap = { ...boxOnMap(view, boxAt(model, 9)), width: 120 }
  const below = boxOnMap(view, boxAt(model, 12))
  const between = { x: gap.x - 60, y: gap.y + gap.height, width: 240, height: below.y - gap.y - gap.height }
  for (const [name, label] of texts) expect(overlaps(label, between), name).toBe(false)
})

/** Three rows of twelve seats to the left of a stage, and three above it. */
function givenStudio(): Scene {
  const across = (at: number, row: number) => ({ x: 6 + 7.5 * at, y: 6 + 36 * row, width: 5.5, height: 16 })
  const down = (at: number, row: number) => ({ x: 78 - 36 * row, y: 6 + 7.5 * at, width: 16, height: 5.5 })
  const seats = (firstId: number, boxAt: typeof across): Place[] =>
    ['A', 'B', 'C'].flatMap((rowName, row) =>
      Array.from({ length: 12 }, (_, at) => ({
        ...{ id: placeId(firstId + 12 * row + at), placeType: 'SITTING' as const, rowName, seatNumber: at + 1 },
        ...boxAt(at, row),
      })),
    )
  const west = givenSector({ id: 1, name: 'West', x: 10, y: 30, width: 20, height: 60, places: seats(1, down) })
  const north = givenSector({ id: 2, name: 'North', x: 30, y: 10, width: 60, height: 20, places: seats(51, across) })
  return sceneOf(givenSeatModel({ ...givenSeatingPlan(), aspect: 1, sectors: [west, north] }))
}

/** A wide and a narrow sector, and a floor, in a view of the whole plan on a square map. */
function givenScene(wideName: string, narrowName: string) {
  const rows = ['A', 'B', 'C']
  const wide = givenSector({ id: 1, name: wideName, width: 70, height: 50, places: givenRows(rows, 50, 1) })
  const narrow = givenSector({ id: 2, name: narrowName, x: 75, width: 20, places: givenRows(rows, 14, 201) })
  const floor = givenSector({ id: 3, name: 'Floor', y: 60, width: 70, height: 40, places: givenRows(rows, 50, 301) })
  const scene = sceneOf(givenSeatModel({ ...givenSeatingPlan(), aspect: 1, sectors: [wide, narrow, floor] }))
  const textsAt = (side: number) => textsOn(scene, { k: side / 1000, x: 0, y: 0 }, { width: side, height: side })
  return { scene, textsAt }
}

test('draws names from afar where they have room, with all prices or none, and numbers elsewhere', () => {
  const { textsAt } = givenScene('Wide', 'Narrow')
  const labelsAt = (side: number) => textsAt(side).map(([text]) => text)
  const isPrice = (text: string) => text.includes('€')
  expect(labelsAt(300).filter(isPrice), 'with room in all').toHaveLength(3)
  expect(labelsAt(150).filter((text) => !isPrice(text))).toEqual(['Stage', 'Wide', '2', 'Floor'])
  expect(labelsAt(150).filter(isPrice), 'at all names').toHaveLength(2)
  expect(labelsAt(60).filter(isPrice), 'without room at a name').toEqual([])
  expect(labelsAt(60)).toEqual(expect.arrayContaining(['Wide', '2']))
})

test('draws a name of several words in two lines where one has no room', () => {
  const { textsAt } = givenScene('First tier, left', 'Narrow')
  const labels = textsAt(100).map(([text]) => text)
  expect(labels).toEqual(expect.arrayContaining(['First', 'tier, left', '2']))
})

test('draws the names of all numbered sectors from afar in full, or the numbers of all', () => {
  const { textsAt } = givenScene('Block 203', 'Block 204')
  const namesAt = (side: number) => textsAt(side).flatMap(([text]) => (/^(Stage|.*[€e]+)$/.test(text) ? [] : [text]))
  expect(namesAt(400)).toEqual(['Block 203', 'Block 204', 'Floor'])
  for (const side of [250, 200, 150]) expect(namesAt(side), `${side}`).toEqual(['203', '204', 'Floor'])
})

test('draws the numbers of sectors from afar that are too thin for them, unless they reach over others', () => {
  const tierAt = (y: number, id: number, height = 3) =>
    givenSector({ id, name: `Tier ${'IVX'[id]}`, y, height, places: givenRows(['A'], 50, 100 * id) })
  const numbersAt = (gap: number) => {
    const sectors = [tierAt(10, 1, 30), tierAt(40 + gap, 2), tierAt(43 + 2 * gap, 3), tierAt(46 + 3 * gap, 4, 30)]
    const scene = sceneOf(givenSeatModel({ ...givenSeatingPlan(), aspect: 1, sectors }))
    const side = 150
    return textsOn(scene, { k: side / 1000, x: 0, y: 0 }, { width: side, height: side }).map(([text]) => text)
  }
  expect(numbersAt(4)).toEqual(expect.arrayContaining(['2', '3']))
  expect(numbersAt(0)).not.toContain('2')
})

test('keeps labels from afar completely on their sectors', () => {
  const { scene, textsAt } = givenScene('Block 203', 'Block 204')
  for (let side = 120; side < 350; side += 10)
    for (const [text, box] of textsAt(side)) {
      if (text === 'Stage') continue
      const own = scene.model.sectors.find((sector) =>
        overlaps(boxOnMap({ k: side / 1000, x: 0, y: 0 }, sector.box), box),
      )
      const area = own && boxOnMap({ k: side / 1000, x: 0, y: 0 }, own.box)
      expect(area && box.x >= area.x && box.x + box.width <= area.x + area.width, `${text} at ${side}`).toBe(true)
    }
})

test('keeps the names of rows where the names of boxes have no other room', () => {
  const row = givenRows(['7'], 6, 101).map((seat, at) => ({ ...seat, x: 2 * at, y: 40, width: 1.5, height: 1.5 }))
  const stacked = [34, 39, 44].flatMap((top, at) => [
    ...boxOfSeats(`Box ${at}`, 1 + 20 * at, 15, top),
    ...boxOfSeats(`Box ${at + 5}`, 11 + 20 * at, 22, top),
  ])
  const sectors = [
    givenSector({ id: 1, name: 'Boxes', x: 15, width: 85, height: 100, places: stacked.map(within(15, 85)) }),
    givenSector({ id: 2, name: 'Stalls', width: 12, height: 100, places: row.map(within(0, 12)) }),
  ]
  const scene = sceneOf(givenSeatModel({ ...givenSeatingPlan(), aspect: 1, focalPoint: { x: 50, y: 90 }, sectors }))
  const texts = textsOn(scene, { k: 30 / scene.model.pitch, x: 100, y: 0 }, size).map(([text]) => text)
  expect(texts.filter((text) => text === '7')).toHaveLength(2)
})

/** Converts the horizontal position of a place from percent of the plan to percent of its sector. */
function within(left: number, width: number) {
  return (place: Place): Place => ({
    ...place,
    ...{ x: ((place.x - left) * 100) / width, width: (place.width * 100) / width },
  })
}

test('keeps the name of a sector clear of all row letters', () => {
  const studio = givenStudio()
  for (let pitch = 16; pitch <= 40; pitch += 2) {
    const side = (studio.model.height * pitch) / studio.model.pitch
    const texts = textsOn(studio, { k: pitch / studio.model.pitch, x: 0, y: 0 }, { width: side, height: side })
    expect(
      texts.some(([text]) => text.startsWith('West')),
      `${pitch}`,
    ).toBe(true)
    expect(texts.filter(([text]) => text === 'A').length, `${pitch}`).toBeGreaterThanOrEqual(2)
    const names = texts.filter(([text]) => text.length > 1)
    for (const [name, box] of names)
      for (const [text, other] of texts) expect(text === name || !overlaps(box, other), `${name}, ${text}`).toBe(true)
  }
})

test('keeps names completely on the map, over the visible part of the sector', () => {
  const studio = givenStudio()
  const k = 20 / studio.model.pitch
  const map = { width: 300, height: 300 }
  let visibleNames = 0
  for (let x = -600; x <= 300; x += 20) {
    const texts = textsOn(studio, { k, x, y: 40 }, map).filter(([text]) => text !== 'Stage')
    for (const [text, box] of texts) expect(isOnMap(box, map), `${text} at ${x}`).toBe(true)
    if (texts.some(([text]) => text.startsWith('North'))) visibleNames += 1
  }
  expect(visibleNames).toBeGreaterThan(20)
})
