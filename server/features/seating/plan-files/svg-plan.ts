import { boundingBoxOf } from '#domain/seating-plan/box.ts'
import type { ImportedVenue } from '#domain/seating-plan/plan-imported-venue.ts'
import type { ImportedPlace } from '#domain/seating-plan/imported-places.ts'
import { Objections } from '#domain/seating-plan/objections.ts'
import type { Point } from '#domain/seating-plan/row-line.ts'
import { placeOf } from './imported-place.ts'
import { kindNamed } from './imported-kind.ts'
import { isStageName, stageAround } from './imported-stage.ts'
import { elementsIn, isNamedRow, nameOfGroup, rowNamed, seatOf, type SvgElement } from './svg-names.ts'
import { pointsOfList, pointsOfPath } from './svg-points.ts'
import { cornersAround, type Matrix, matrixOf, transformed, IDENTITY, multiplied } from './svg-transform.ts'

const NOT_DRAWN = new Set(['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker'])

/** The elements that can be seats, and drawn elements that cannot. */
const SHAPE = /^(?:circle|ellipse|rect)$/
const OTHER_SHAPES = new Set(['path', 'polygon', 'polyline', 'line', 'image'])

type Context = { matrix: Matrix; groups: readonly SvgElement[] }

/**
 * Reads the places of a drawing: each circle, ellipse, rectangle or `use` below a named group. The group is the sector.
 * A group in it is a row, unless the shape names its row itself ("A-12"). A rectangle with `data-capacity` is a
 * standing place. An element of any shape that is named as the stage is the stage. Throws a RangeError of up to ten
 * sentences.
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
    for (const element of elementsIn(this.#root)) this.#visit(element, { matrix: IDENTITY, groups: [] })
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

  #visit(element: SvgElement, { matrix: outer, groups }: Context): void {
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
      for (const point of this.#outlineOf(element)) this.#stage.push(transformed(matrix, point))
      return
    }
    this.#refuseOtherShape(element, groups)
    const corners = this.#cornersOf(element)?.map((corner) => transformed(matrix, corner))
    if (corners && groups.length > 0) this.#take(element, corners, groups)
  }

  #isHidden({ name, attributes: { display, style = '', class: classes = '' } }: SvgElement): boolean {
    if (NOT_DRAWN.has(name) || display === 'none' || /display\s*:\s*none/.test(style)) return true
    return classes.split(/\s+/).some((known) => this.#hiddenClasses.has(known))
  }

  /** Refuses a shape that is named like a seat but cannot be one, because it would be missing silently. */
  #refuseOtherShape(element: SvgElement, groups: readonly SvgElement[]): void {
    if (!OTHER_SHAPES.has(element.name) || groups.length === 0 || seatOf(element).seat === undefined) return
    this.#objections.add(`${whereIs(element)}: it is named like a seat, but is no circle, ellipse or rectangle.`)
  }

  #refusePlaceOnStage(shape: SvgElement): void {
    const isPlace = seatOf(shape).seat !== undefined || shape.attributes['data-capacity'] !== undefined
    if (!isPlace || isStageName(nameOfGroup(shape))) return
    this.#objections.add(`${whereIs(shape)}: it is a place, but lies in what is called the stage.`)
  }

  /** Returns points that span a shape of any kind. Empty for other elements. */
  #outlineOf(element: SvgElement): Point[] {
    const { d = '', points = '' } = element.attributes
    try {
      if (element.name === 'path') return pointsOfPath(d)
      if (element.name === 'polygon' || element.name === 'polyline') return pointsOfList(points)
    } catch (error) {
      this.#objections.add(`${whereIs(element)}: ${error instanceof Error ? error.message : error}`)
      return []
    }
    const numberOf = (name: string) => this.#number(element, name)
    if (element.name === 'line')
      return [
        [numberOf('x1'), numberOf('y1')],
        [numberOf('x2'), numberOf('y2')],
      ]
    return this.#cornersOf(element) ?? []
  }

  #matrixOf(element: SvgElement, outer: Matrix, transform: string): Matrix {
    try {
      return multiplied(outer, matrixOf(transform))
    } catch (error) {
      this.#objections.add(`${whereIs(element)}: ${error instanceof Error ? error.message : error}`)
      return outer
    }
  }

  /** Returns the four corners of a shape's box. Undefined for other elements. */
  #cornersOf(element: SvgElement): Point[] | undefined {
    const numberOf = (name: string) => this.#number(element, name)
    switch (element.name) {
      case 'circle':
        return cornersAround(numberOf('cx'), numberOf('cy'), numberOf('r'), numberOf('r'))
      case 'ellipse':
        return cornersAround(numberOf('cx'), numberOf('cy'), numberOf('rx'), numberOf('ry'))
      case 'rect': {
        const [halfWidth, halfHeight] = [numberOf('width') / 2, numberOf('height') / 2]
        return cornersAround(numberOf('x') + halfWidth, numberOf('y') + halfHeight, halfWidth, halfHeight)
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
      IDENTITY,
    )
    const [x, y] = [this.#number(use, 'x'), this.#number(use, 'y')]
    return this.#cornersOf(shape)?.map((corner) => {
      const [shapeX, shapeY] = transformed(inner, corner)
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
    const { name, groups } = nameAndGroups(shape, groupsAround)
    const { sector, row } = capacity === undefined ? sectorAndRow(groups, name.row) : { sector: groups.at(-1), row: '' }
    const percent = groups.map(({ attributes }) => attributes['data-percent']).findLast((value) => value !== undefined)
    const kind = [...groups, shape]
      .map(({ attributes }) => attributes['data-kind'])
      .findLast((value) => value !== undefined)
    const place = placeOf(
      {
        where: whereIs(shape),
        sector: sector ? nameOfGroup(sector) : '',
        row: row ?? '',
        seat: name.seat,
        position: [box.x + box.width / 2, box.y + box.height / 2],
        percent: percent === undefined ? undefined : Number(percent),
        kind: kindNamed(kind ?? ''),
        isStanding: capacity !== undefined,
        capacity: capacity === undefined ? undefined : Number(capacity),
        size: capacity === undefined ? undefined : [box.width, box.height],
      },
      this.#objections,
    )
    if (place) this.#places.push(place)
  }
}

/** Returns a shape's seat name and its groups. A group of one shape and its number counts as the seat itself. */
function nameAndGroups(shape: SvgElement, groups: readonly SvgElement[]) {
  const name = seatOf(shape)
  const inner = groups.at(-1)
  if (name.seat !== undefined || !inner) return { name, groups }
  const parts = elementsIn(inner)
  const isSeat = parts.some(({ name }) => name === 'text') && parts.filter(({ name }) => SHAPE.test(name)).length === 1
  const innerName = seatOf(inner)
  return isSeat && innerName.seat !== undefined ? { name: innerName, groups: groups.slice(0, -1) } : { name, groups }
}

/** Returns the classes that a style sheet hides. */
function hiddenIn(styles: string): string[] {
  const rules = styles.matchAll(/([^{}]+)\{[^}]*display\s*:\s*none/g)
  return Array.from(rules).flatMap(([, selectors = '']) =>
    Array.from(selectors.matchAll(/\.([\w-]+)/g), ([, name = '']) => name),
  )
}

/**
 * Finds the sector and the row of a shape in its groups, the innermost last. `ownRow` is the row in the shape's name.
 */
function sectorAndRow(groups: readonly SvgElement[], ownRow: string | undefined) {
  const [outer, inner] = [groups.at(-2), groups.at(-1)]
  if (!outer) return { sector: inner, row: ownRow }
  const row = inner ? rowNamed(nameOfGroup(inner), nameOfGroup(outer)) : ''
  const isRow = ownRow === undefined || (inner && isNamedRow(inner)) || ownRow.toLowerCase() === row.toLowerCase()
  return isRow ? { sector: outer, row } : { sector: inner, row: ownRow }
}

function whereIs({ name, attributes: { id } }: SvgElement): string {
  return id === undefined ? `a <${name}> without an id` : `<${name} id="${id}">`
}
