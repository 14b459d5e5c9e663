import { boundingBoxOf } from '#domain/seating-plan/box.ts'
import type { ImportedVenue } from '#domain/seating-plan/plan-imported-venue.ts'
import type { ImportedPlace } from '#domain/seating-plan/imported-places.ts'
import { Objections } from '#domain/seating-plan/objections.ts'
import type { Point } from '#domain/seating-plan/row-line.ts'
import { placeOf } from './found-place.ts'
import { isStageName, stageAround } from './found-stage.ts'
import { elementsIn, isCalledRow, nameOfGroup, rowNamed, seatOf, type SvgElement } from './svg-names.ts'
import { pointsOfList, pointsOfPath } from './svg-points.ts'
import { around, type Matrix, matrixOf, movedBy, UNMOVED, within } from './svg-transform.ts'

const NOT_DRAWN = new Set(['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker'])

/** What seats are drawn as, and what they are not. */
const SHAPE = /^(?:circle|ellipse|rect)$/
const OTHER_SHAPES = new Set(['path', 'polygon', 'polyline', 'line', 'image'])

type Ground = { matrix: Matrix; groups: readonly SvgElement[] }

/**
 * The places of a drawing: each circle, ellipse, rectangle or `use` below a group that has a name. The group is the
 * sector, a group in it a row, unless the shape names its row itself ("A-12"); a rectangle with `data-capacity` is room
 * to stand; what is called "stage", of any shape, is what the audience looks at. Throws a RangeError of up to ten sentences.
 */
export function readSvgPlan(root: SvgElement): ImportedVenue {
  return new SvgReader(root).read()
}

class SvgReader {
  readonly #root: SvgElement
  readonly #objections = new Objections()
  readonly #byId = new Map<string, SvgElement>()
  readonly #hiddenClasses = new Set<string>()
  readonly #places: ImportedPlace[] = []
  readonly #stage: Point[] = []

  constructor(root: SvgElement) {
    this.#root = root
  }

  read(): ImportedVenue {
    if (this.#root.name !== 'svg') throw new RangeError(`This is no drawing, but a <${this.#root.name}>.`)
    this.#index(this.#root)
    for (const element of elementsIn(this.#root)) this.#visit(element, { matrix: UNMOVED, groups: [] })
    this.#objections.throwIfAny()
    const title = elementsIn(this.#root).find(({ name }) => name === 'title')
    return {
      name: title?.text.trim() ?? '',
      places: this.#places,
      stage: stageAround(this.#stage),
    }
  }

  #index(element: SvgElement): void {
    const { id } = element.attributes
    if (id !== undefined) this.#byId.set(id, element)
    if (element.name === 'style') for (const name of hiddenIn(element.text)) this.#hiddenClasses.add(name)
    for (const child of elementsIn(element)) this.#index(child)
  }

  #visit(element: SvgElement, { matrix: outer, groups }: Ground): void {
    if (this.#isHidden(element)) return
    const { transform = '' } = element.attributes
    const matrix = this.#matrixOf(element, outer, transform)
    if (element.name === 'g' || element.name === 'svg' || element.name === 'a') {
      const named = element.name === 'g' && nameOfGroup(element) !== ''
      const inside = { matrix, groups: named ? [...groups, element] : groups }
      for (const child of elementsIn(element)) this.#visit(child, inside)
      return
    }
    if ([element, ...groups].some((part) => isStageName(nameOfGroup(part)))) {
      this.#refusePlaceOnStage(element)
      for (const point of this.#outlineOf(element)) this.#stage.push(movedBy(matrix, point))
      return
    }
    this.#refuseOtherShape(element, groups)
    const corners = this.#cornersOf(element)?.map((corner) => movedBy(matrix, corner))
    if (corners && groups.length > 0) this.#take(element, corners, groups)
  }

  #isHidden({ name, attributes: { display, style = '', class: classes = '' } }: SvgElement): boolean {
    if (NOT_DRAWN.has(name) || display === 'none' || /display\s*:\s*none/.test(style)) return true
    return classes.split(/\s+/).some((known) => this.#hiddenClasses.has(known))
  }

  /** A seat that was drawn as something else would be missing without a word. */
  #refuseOtherShape(element: SvgElement, groups: readonly SvgElement[]): void {
    if (!OTHER_SHAPES.has(element.name) || groups.length === 0 || seatOf(element).seat === undefined) return
    this.#objections.add(`${whereIs(element)}: it is named like a seat, but is no circle, ellipse or rectangle.`)
  }

  #refusePlaceOnStage(shape: SvgElement): void {
    const isPlace = seatOf(shape).seat !== undefined || shape.attributes['data-capacity'] !== undefined
    if (!isPlace || isStageName(nameOfGroup(shape))) return
    this.#objections.add(`${whereIs(shape)}: it is a place, but lies in what is called the stage.`)
  }

  /** Points of a shape of any kind, between which it lies; none for what is no shape. */
  #outlineOf(element: SvgElement): Point[] {
    const { d = '', points = '' } = element.attributes
    try {
      if (element.name === 'path') return pointsOfPath(d)
      if (element.name === 'polygon' || element.name === 'polyline') return pointsOfList(points)
    } catch (error) {
      this.#objections.add(`${whereIs(element)}: ${error instanceof Error ? error.message : error}`)
      return []
    }
    const told = (name: string) => this.#number(element, name)
    if (element.name === 'line')
      return [
        [told('x1'), told('y1')],
        [told('x2'), told('y2')],
      ]
    return this.#cornersOf(element) ?? []
  }

  #matrixOf(element: SvgElement, outer: Matrix, transform: string): Matrix {
    try {
      return within(outer, matrixOf(transform))
    } catch (error) {
      this.#objections.add(`${whereIs(element)}: ${error instanceof Error ? error.message : error}`)
      return outer
    }
  }

  /** Two opposite corners of a shape, or four of a turned one; nothing for what is no shape. */
  #cornersOf(element: SvgElement): Point[] | undefined {
    const told = (name: string) => this.#number(element, name)
    switch (element.name) {
      case 'circle':
        return around(told('cx'), told('cy'), told('r'), told('r'))
      case 'ellipse':
        return around(told('cx'), told('cy'), told('rx'), told('ry'))
      case 'rect': {
        const [halfWidth, halfHeight] = [told('width') / 2, told('height') / 2]
        return around(told('x') + halfWidth, told('y') + halfHeight, halfWidth, halfHeight)
      }
      case 'use':
        return this.#cornersOfUse(element)
      default:
        return undefined
    }
  }

  #cornersOfUse(use: SvgElement): Point[] | undefined {
    const href = use.attributes['href'] ?? use.attributes['xlink:href'] ?? ''
    const target = this.#byId.get(href.slice(1))
    const [shape, another] = target ? [target, ...elementsIn(target)].filter(({ name }) => SHAPE.test(name)) : []
    if (!target || !shape || another) {
      this.#objections.add(`${whereIs(use)}: it uses '${href}', which is no single circle, ellipse or rectangle.`)
      return undefined
    }
    const inner = [target, ...(shape === target ? [] : [shape])].reduce(
      (matrix, part) => this.#matrixOf(part, matrix, part.attributes['transform'] ?? ''),
      UNMOVED,
    )
    const [x, y] = [this.#number(use, 'x'), this.#number(use, 'y')]
    return this.#cornersOf(shape)?.map((corner) => {
      const [shapeX, shapeY] = movedBy(inner, corner)
      return [x + shapeX, y + shapeY]
    })
  }

  #number(element: SvgElement, name: string): number {
    const text = element.attributes[name] ?? '0'
    const number = Number(text.replace(/px$/, ''))
    if (Number.isFinite(number)) return number
    this.#objections.add(`${whereIs(element)}: ${name}: '${text}' is no plain number.`)
    return 0
  }

  #take(shape: SvgElement, corners: readonly Point[], groupsAround: readonly SvgElement[]): void {
    const box = boundingBoxOf(corners)
    const capacity = shape.attributes['data-capacity']
    const { told, groups } = seatGroup(shape, groupsAround)
    const { sector, row } = capacity === undefined ? nameIn(groups, told.row) : { sector: groups.at(-1), row: '' }
    const percent = groups.map(({ attributes }) => attributes['data-percent']).findLast((told) => told !== undefined)
    const place = placeOf(
      {
        where: whereIs(shape),
        sector: sector ? nameOfGroup(sector) : '',
        row: row ?? '',
        seat: told.seat,
        position: [box.x + box.width / 2, box.y + box.height / 2],
        percent: percent === undefined ? undefined : Number(percent),
        isStanding: capacity !== undefined,
        capacity: capacity === undefined ? undefined : Number(capacity),
        size: capacity === undefined ? undefined : [box.width, box.height],
      },
      this.#objections,
    )
    if (place) this.#places.push(place)
  }
}

/** What a shape is called, and the groups around it; a group of nothing but a shape and its number is the seat itself. */
function seatGroup(shape: SvgElement, groups: readonly SvgElement[]) {
  const told = seatOf(shape)
  const inner = groups.at(-1)
  if (told.seat !== undefined || !inner) return { told, groups }
  const parts = elementsIn(inner)
  const isSeat = parts.some(({ name }) => name === 'text') && parts.filter(({ name }) => SHAPE.test(name)).length === 1
  const named = seatOf(inner)
  return isSeat && named.seat !== undefined ? { told: named, groups: groups.slice(0, -1) } : { told, groups }
}

/** The classes that a style sheet hides. */
function hiddenIn(styles: string): string[] {
  const rules = styles.matchAll(/([^{}]+)\{[^}]*display\s*:\s*none/g)
  return Array.from(rules).flatMap(([, selectors = '']) =>
    Array.from(selectors.matchAll(/\.([\w-]+)/g), ([, name = '']) => name),
  )
}

/** The sector and the row of a shape in these groups, the innermost last, which perhaps names its row itself. */
function nameIn(groups: readonly SvgElement[], ownRow: string | undefined) {
  const [outer, inner] = [groups.at(-2), groups.at(-1)]
  if (!outer) return { sector: inner, row: ownRow }
  const row = inner ? rowNamed(nameOfGroup(inner), nameOfGroup(outer)) : ''
  const isRow = ownRow === undefined || (inner && isCalledRow(inner)) || ownRow.toLowerCase() === row.toLowerCase()
  return isRow ? { sector: outer, row } : { sector: inner, row: ownRow }
}

function whereIs({ name, attributes: { id } }: SvgElement): string {
  return id === undefined ? `a <${name}> without an id` : `<${name} id="${id}">`
}
