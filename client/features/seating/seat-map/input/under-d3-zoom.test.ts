import { dispatch } from 'd3-dispatch'
import { dragDisable, dragEnable } from 'd3-drag'
import * as d3 from 'd3-selection'
import { expect, test, vi } from 'vitest'
import * as ours from './under-d3-zoom.ts'

/** What is heard at an element, in order, when this is done with it and then events come to it. */
function heardAfter(act: (select: typeof d3.select, element: HTMLElement, hear: (what: string) => () => void) => void) {
  return ([d3.select, ours.select] as (typeof d3.select)[]).map((select) => {
    const element = document.createElement('canvas')
    const heard: string[] = []
    act(select, element, (what) => () => heard.push(what))
    for (const type of ['wheel', 'click', 'touchend', 'touchcancel']) element.dispatchEvent(new Event(type))
    return heard
  })
}

test.each<[string, Parameters<typeof heardAfter>[0], string[]]>([
  [
    'each name hears once, and whoever takes a name takes its place',
    (select, element, hear) => {
      select(element).on('wheel.zoom', hear('old')).on('wheel.other', hear('other')).on('click', hear('click'))
      select(element).on('wheel.zoom', hear('new'))
    },
    ['new', 'other', 'click'],
  ],
  [
    'several types at once, and all of a name taken away',
    (select, element, hear) => {
      select(element).on('touchend.zoom touchcancel.zoom', hear('touch')).on('click.zoom', hear('click'))
      select(element).on('click.zoom', null)
    },
    ['touch', 'touch'],
  ],
  [
    'a name without a type is a name of every type',
    (select, element, hear) => {
      select(element).on('touchend.zoom wheel.zoom', hear('zoom')).on('wheel.drag', hear('drag'))
      select(element).on('.zoom', null)
    },
    ['drag'],
  ],
  [
    'an element that is not meant hears nothing',
    (select, element, hear) => {
      const isNot = () => false
      select(element).on('wheel.zoom', hear('wheel')).filter(isNot).on('click.zoom', hear('click')).style('top', '1px')
      expect(element.style.top).toBe('')
    },
    ['wheel'],
  ],
])('as d3-selection does: %s', (_, act, expected) => {
  const [theirs, own] = heardAfter(act)
  expect(theirs?.toSorted()).toEqual(expected.toSorted())
  expect(own?.toSorted()).toEqual(expected.toSorted())
})

test.each([
  ['d3-selection', d3],
  ['ours', ours],
] as [string, typeof d3][])('%s: properties, styles, who listens, and where a pointer is', (_, { select, pointer }) => {
  const canvas = document.createElement('canvas')
  canvas.getBoundingClientRect = () => new DOMRect(100, 50, 400, 300)
  const listener = () => undefined
  select(canvas)
    .property('__zoom', () => 'identity')
    .style('-webkit-tap-highlight-color', 'red')
    .on('dblclick.zoom', listener)
  expect(canvas).toHaveProperty('__zoom', 'identity')
  expect(select(canvas).on('dblclick.zoom')).toBe(listener)
  expect(select(canvas).on('click.zoom')).toBeUndefined()
  expect(select(canvas).datum()).toBeUndefined()
  let called: unknown
  select(canvas).call((_element, word: string) => (called = word), 'word')
  expect(called).toBe('word')
  expect(pointer({ clientX: 130, clientY: 60 }, canvas)).toEqual([30, 10])
})

test.each([
  ['d3-dispatch', dispatch],
  ['ours', ours.dispatch],
] as [string, typeof dispatch][])('%s: a gesture is told to who hears of it, with all that is said', (_, make) => {
  const told: unknown[] = []
  const gestures = make('start', 'zoom', 'end')
  const same = gestures.on('zoom', function hear(this: object, ...said: unknown[]) {
    told.push(this, ...said)
  })
  expect(same).toBe(gestures)
  const that = {}
  gestures.call('start', that)
  gestures.call('zoom', that, 1, 2)
  expect(told).toEqual([that, 1, 2])
})

test.each([
  ['d3-drag', { dragDisable, dragEnable }],
  ['ours', ours],
] as [string, Pick<typeof ours, 'dragDisable' | 'dragEnable'>][])(
  '%s: nothing is dragged while the map moves, and the end of a movement is no click',
  (_, { dragDisable: disable, dragEnable: enable }) => {
    vi.useFakeTimers()
    const isLetThrough = (type: string) => window.dispatchEvent(new Event(type, { cancelable: true }))
    disable(window as never)
    expect(isLetThrough('dragstart')).toBe(false)
    enable(window as never, false)
    expect([isLetThrough('dragstart'), isLetThrough('click')]).toEqual([true, true])
    disable(window as never)
    enable(window as never, true)
    expect(isLetThrough('click')).toBe(false)
    vi.runAllTimers()
    expect(isLetThrough('click')).toBe(true)
    vi.useRealTimers()
  },
)
