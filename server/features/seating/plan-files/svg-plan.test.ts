import { parseXml } from '@rgrove/parse-xml'
import { describe, expect, test } from 'vitest'
import { readSvgPlan } from './svg-plan.ts'

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="urn:i" xmlns:xlink="urn:l"'

function venueDrawn(inside: string) {
  const { root } = parseXml(`<svg ${XMLNS}>${inside}</svg>`)
  if (!root) throw new Error('a drawing without a root')
  return readSvgPlan(root)
}

const namesIn = (inside: string) =>
  venueDrawn(inside).places.map(({ sectorName, rowName, seatNumber }) => [sectorName, rowName, seatNumber].join('/'))

const spots = (inside: string) =>
  venueDrawn(inside).places.map(({ at }) => at?.map((part) => Math.round(part * 1000) / 1000))

describe('the name of a shape', () => {
  test('takes a group as the sector and a group in it as the row, and ignores layers around them', () => {
    const rows = '<g id="A"><circle id="circle12" r="1"/></g><g id="Row_B"><circle cx="4" r="1"/></g>'
    expect(namesIn(`<g id="Stalls">${rows}</g>`)).toEqual(['Stalls/A/', 'Stalls/B/'])
    expect(namesIn(`<g inkscape:label="Seats" id="layer1"><g id="g42"><g id="Stalls">${rows}</g></g></g>`)).toEqual([
      'Stalls/A/',
      'Stalls/B/',
    ])
  })

  test('reads row and seat from the shape’s own name, with its group as the sector', () => {
    const shapes = [
      '<circle id="A-12" r="1"/>',
      '<circle id="Stalls-B-3" cx="1" r="1"/>',
      '<circle id="C4" cx="2" r="1"/>',
      '<circle id="x9" cx="3" r="1"><title>Row D, seat 5</title></circle>',
      '<circle data-row="E" data-seat="6" cx="4" r="1"/>',
      '<rect inkscape:label="12-7" id="rect3" x="5" width="1" height="1"/>',
    ].join('')
    const names = ['Stalls/A/12', 'Stalls/B/3', 'Stalls/C/4', 'Stalls/D/5', 'Stalls/E/6', 'Stalls/12/7']
    expect(namesIn(`<g id="Stalls">${shapes}</g>`)).toEqual(names)
    expect(namesIn(`<g id="House"><g id="Stalls">${shapes}</g></g>`)).toEqual(names)
  })

  test('accepts a repeated or shortened row name within the group of the row', () => {
    expect(namesIn('<g id="Stalls"><g id="Stalls-A"><circle id="A-1" r="1"/></g></g>')).toEqual(['Stalls/A/1'])
    expect(namesIn('<g id="Stalls"><g id="Row A"><circle id="s7" r="1"/></g></g>')).toEqual(['Stalls/A/7'])
    expect(namesIn('<g id="Boxes"><g data-row="Box 1"><circle id="seat-7" r="1"/></g></g>')).toEqual(['Boxes/Box 1/7'])
  })

  test('prefers a group’s label, data-name or title to its id', () => {
    const seat = '<circle id="A-1" r="1"/>'
    expect(namesIn(`<g id="x" inkscape:label="First label">${seat}</g>`)).toEqual(['First label/A/1'])
    expect(namesIn(`<g id="x" data-name="Named">${seat}</g>`)).toEqual(['Named/A/1'])
    expect(namesIn(`<g id="x"><title>Titled &amp; told</title>${seat}</g>`)).toEqual(['Titled & told/A/1'])
    expect(namesIn(`<g id="Upper_x20_circle">${seat}</g>`)).toEqual(['Upper circle/A/1'])
    expect(namesIn(`<g id="Upper_circle">${seat}</g>`)).toEqual(['Upper circle/A/1'])
  })

  test('ignores hidden elements, other elements and shapes outside named groups', () => {
    const hidden =
      '<g id="Old" display="none"><circle r="1"/></g><g id="Older" style="display:none"><circle r="1"/></g>'
    const paint =
      '<rect width="100" height="100"/><defs><g id="Kept"><circle r="1"/></g></defs><g id="g1"><circle r="1"/></g>'
    expect(
      namesIn(`${hidden}${paint}<g id="Stalls"><path d="M0 0"/><text>A</text><circle id="A-1" r="1"/></g>`),
    ).toEqual(['Stalls/A/1'])
  })
})

describe('the position of a shape', () => {
  test('is the centre of a circle, ellipse or rectangle', () => {
    const shapes =
      '<circle id="A-1" cx="1" cy="2" r="9"/><ellipse id="A-2" cx="3px" cy="4" rx="1" ry="2"/><rect id="A-3" x="10" y="20" width="4" height="2"/>'
    expect(spots(`<g id="S">${shapes}</g>`)).toEqual([
      [1, 2],
      [3, 4],
      [12, 21],
    ])
  })

  test.each([
    ['translate(10)', [11, 2]],
    ['translate(10, 20)', [11, 22]],
    ['scale(2)', [2, 4]],
    ['scale(2 -1)', [2, -2]],
    ['rotate(90)', [-2, 1]],
    ['rotate(90 1 2)', [1, 2]],
    ['matrix(1 0 0 1 5 6)', [6, 8]],
    ['matrix(0,1,-1,0,0,0)', [-2, 1]],
    ['skewX(45)', [3, 2]],
    ['translate(10,0) scale(2)', [12, 4]],
    ['scale(2),translate(10 0)', [22, 4]],
  ])('applies %s', (transform, spot) => {
    expect(spots(`<g id="S" transform="${transform}"><circle id="A-1" cx="1" cy="2" r="1"/></g>`)).toEqual([spot])
    expect(spots(`<g id="S"><circle id="A-1" cx="1" cy="2" r="1" transform="${transform}"/></g>`)).toEqual([spot])
  })

  test.each(['translate(', 'x', 'x ('])('refuses a megabyte of %j as a transform within seconds', (part) => {
    const transform = part.repeat(1_000_000 / part.length)
    const start = performance.now()
    expect(() => spots(`<g id="S" transform="${transform}"><circle id="A-1" cx="1" cy="2" r="1"/></g>`)).toThrow()
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test('applies the transforms of all groups, the inner ones first', () => {
    const inner = '<g id="A" transform="scale(2)"><circle cx="1" cy="1" r="1" transform="rotate(180)"/></g>'
    expect(spots(`<g transform="translate(100,0)"><g id="S" transform="translate(0,10)">${inner}</g></g>`)).toEqual([
      [98, 8],
    ])
  })

  test('places a used shape at the position of its use', () => {
    const kept =
      '<defs><circle id="seat" cx="1" cy="1" r="5"/><symbol id="chair"><rect width="4" height="4"/></symbol></defs>'
    const used =
      '<use href="#seat" id="A-1" x="10" y="20"/><use xlink:href="#chair" id="A-2" transform="translate(30,0)"/>'
    expect(spots(`${kept}<g id="S">${used}</g>`)).toEqual([
      [11, 21],
      [32, 2],
    ])
  })
})

test('reads a rectangle with a capacity as a standing place of its size', () => {
  const floor = '<g id="Floor" data-percent="50"><rect data-capacity="300" x="10" y="20" width="40" height="30"/></g>'
  expect(venueDrawn(floor).places).toMatchObject([
    { sectorName: 'Floor', rowName: '', at: [30, 35], pricePercent: 50, standing: { capacity: 300, size: [40, 30] } },
  ])
})

test('reads the kind of a seat from its own attribute or that of its group', () => {
  const own = '<circle id="A-1" data-kind="wheelchair" r="1"/><circle id="A-2" cx="4" r="1"/>'
  const row = '<g id="B" data-kind="restricted view"><circle id="B-1" cy="4" r="1"/></g>'
  const { places } = venueDrawn(`<g id="Stalls">${own}${row}</g>`)
  expect(places.map(({ kind }) => kind)).toEqual(['WHEELCHAIR', undefined, 'RESTRICTED_VIEW'])
})

test('reads the stage and the drawing’s title as the name of the venue', () => {
  const venue = venueDrawn(
    '<title>Playhouse</title><g id="Stage"><rect x="10" width="20" height="6"/></g><g id="S"><circle id="A-1" r="1"/></g>',
  )
  expect(venue).toMatchObject({ name: 'Playhouse', stage: { x: 10, y: 0, width: 20, height: 6 } })
  expect(venue.places).toHaveLength(1)
})

const SEAT = '<g id="S"><circle id="A-1" r="1"/></g>'

test.each([
  ['<polygon id="stage" points="10,0 30,0 20,6"/>', [10, 0, 20, 6]],
  ['<polyline data-name="Bühne / Stage" points="10 0, 30 0, 20 6"/>', [10, 0, 20, 6]],
  ['<line inkscape:label="Screen" id="line7" x1="10" y1="2" x2="30" y2="2"/>', [10, 2, 20, 0]],
  ['<path id="stage_1" d="M10,0 H30 V6 L10 6Z"/>', [10, 0, 20, 6]],
  ['<path id="Stage" d="m10 0h20l0 6q-10,4-20,0z m2-1v1"/>', [10, -1, 20, 7]],
  ['<path id="Stage" d="M10 0A10 10 0 0 1 30 0C30 2 20 6 20 6S12 6 10 0Z"/>', [10, 0, 20, 6]],
  ['<path id="Stage" d="m30 0a10 10 0 01-20 0l-0 6 20.0.0"/>', [10, 0, 20, 6]],
  ['<g id="stage" transform="translate(5)"><path d="M5,0h20v6"/><text>STAGE</text></g>', [10, 0, 20, 6]],
])('reads a stage of any shape: %s', (stage, [x, y, width, height]) => {
  const venue = venueDrawn(`${stage}${SEAT}`)
  expect(venue.stage).toEqual({ x, y, width, height })
  expect(venue.places).toHaveLength(1)
})

test('refuses seats within the stage', () => {
  const stage = (inside: string) => `<g id="Stage"><rect id="stage-2" width="9" height="9"/>${inside}</g>${SEAT}`
  expect(venueDrawn(stage('')).places).toHaveLength(1)
  for (const seat of ['<circle id="A-1" r="1"/>', '<rect id="A-1" data-capacity="5" width="1" height="1"/>']) {
    expect(() => venueDrawn(stage(seat))).toThrow('id="A-1">: it is a place, but lies in what is called the stage.')
  }
})

test.each([
  ['<g id="S"><circle id="A-1" cx="2em" r="1"/></g>', `<circle id="A-1">: cx: '2em' is no plain number.`],
  ['<g id="S" transform="spin(3)"><circle id="A-1" r="1"/></g>', `<g id="S">: 'spin(3)' is no transform.`],
  ['<g id="S" transform="scale(a)"><circle id="A-1" r="1"/></g>', `<g id="S">: 'scale(a)' is no transform.`],
  ['<g id="S" transform="matrix(1 0 0)"><circle id="A-1" r="1"/></g>', `<g id="S">: 'matrix(1 0 0)' is no transform.`],
  [
    '<g id="S"><use id="A-1" href="#gone"/></g>',
    `<use id="A-1">: it uses '#gone', which is no single circle, ellipse or rectangle.`,
  ],
  ['<g id="S"><circle data-row="A" data-seat="left" r="1"/></g>', `a <circle> without an id: 'left' holds no number`],
  ['<g id="S" data-percent="cheap"><circle id="A-1" r="1"/></g>', '<circle id="A-1">: percent: '],
  ['<g id="S"><rect data-capacity="many" width="1" height="1"/></g>', 'a <rect> without an id: capacity: '],
  ['<path id="stage" d="M 1 2 L 30"/>', `<path id="stage">: '30' are no points.`],
  ['<path id="stage" d="M1 2Q12 34"/>', `<path id="stage">: '12 34' are no points.`],
  ['<polygon id="stage" points="1,2 3"/>', `<polygon id="stage">: '1,2 3' are no points.`],
  [
    '<g id="S"><rect data-capacity="5" width="0" height="1"/></g>',
    'a <rect> without an id: size: The value must be greater than 0.',
  ],
])('names the shape of an error: %s', (inside, sentence) => {
  expect(() => venueDrawn(inside)).toThrow(sentence)
})

test('refuses a seat drawn as another shape', () => {
  const row = (shape: string) => `<g id="S"><g id="A"><circle id="A-1" cx="1" cy="1" r="1"/>${shape}</g></g>`
  expect(() => venueDrawn(row('<path id="A-2" d="M0 0"/>'))).toThrow(
    '<path id="A-2">: it is named like a seat, but is no circle, ellipse or rectangle.',
  )
  expect(venueDrawn(row('<path id="path12" d="M0 0"/><line/>')).places).toHaveLength(1)
})

test('ignores layers that a style sheet hides', () => {
  const style = '<style>.st0{fill:red}.st1, .st2{display:none;fill:blue}</style>'
  const layer = (name: string, of: string) => `<g id="${name}" class="${of}"><circle id="A-1" r="1"/></g>`
  expect(namesIn(`${style}${layer('Stalls', 'st0')}${layer('Draft', 'st1')}${layer('Old', 'x st2')}`)).toEqual([
    'Stalls/A/1',
  ])
})

test('reads a group of a shape and its number as a seat, not a row', () => {
  const seat = (number: number) => `<g id="A-${number}"><circle cx="${number}" r="1"/><text>${number}</text></g>`
  expect(namesIn(`<g id="Parkett"><g id="A">${seat(1)}${seat(2)}</g></g>`)).toEqual(['Parkett/A/1', 'Parkett/A/2'])
})

test('refuses a row that is used again', () => {
  const row = '<g id="A"><circle id="c1" r="1"/><circle id="c2" cx="3" r="1"/></g>'
  expect(() => venueDrawn(`<g id="Saal">${row}<g id="B"><use id="u" href="#A"/></g></g>`)).toThrow(
    `<use id="u">: it uses '#A', which is no single circle, ellipse or rectangle.`,
  )
})
