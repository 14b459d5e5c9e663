import { centreOf, widened, type Box } from '#client/features/seating/box.ts'
import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { texts } from '#client/features/seating/seating.texts.ts'
import { spotsBeside } from './box-names.ts'
import { boxAround, boxOnMap, PADDING, visibleRangeOf, type FramedView, type TextWidths } from './label-layout.ts'
import { isPriced, type Line } from './label-lines.ts'
import { detailLevels } from '../draw/detail-levels.ts'
import type { Scene } from '../draw/draw-target.ts'
import { SectorEdge } from '../draw/sector-edge.ts'
import type { SeatBox } from '../draw/tables.ts'
import { planPoint, type Size, type View } from '../view.ts'
import type { Label } from './write-label.ts'

/** The radius of a seat in seat distances. */
const SEAT_RADIUS = 0.35

/** The possible positions of a name beside its sector, the best first: the side, and the share of the way along it. */
const SPOTS = [-1, 1].flatMap((side) => [0.5, 0, 1].map((share) => ({ side, share })))

/** The extent of row names beyond a sector's seats in seat distances. */
const ROW_NAME_EXTENT = 0.85

/** The distance in css pixels between a line and the places beside it. */
const LINE_GAP = 2

type Spot = (typeof SPOTS)[number] & { readonly lift: number }
type Heading = { readonly line: Line; readonly size: Size }

/** Finds room for labels beside the places that they name: sectors of which seats are drawn, and boxes. */
export class LabelsBeside {
  readonly #scene: Scene
  readonly #widths: TextWidths
  readonly #edges = new Map<SeatSector, SectorEdge>()

  constructor(scene: Scene, widths: TextWidths) {
    this.#scene = scene
    this.#widths = widths
  }

  /** Yields one-line labels above or below the sector's places. */
  *of(
    ctx: CanvasRenderingContext2D,
    view: FramedView,
    sector: SeatSector,
    headings: readonly Line[],
  ): Generator<Label> {
    const pitch = view.k * this.#scene.model.pitch
    const lifts = pitch < detailLevels.round ? [0] : [0, ROW_NAME_EXTENT * pitch]
    const { from, to } = visibleRangeOf(view, sector)
    const maxWidth = Math.max(to - from, 3 * pitch)
    const lines = headings.filter((line) => this.#widths.of(ctx, line) <= maxWidth)
    const smallest = lines.at(-1)
    const spots = SPOTS.flatMap((spot) => lifts.map((lift) => ({ ...spot, lift })))
    for (const spot of smallest ? spots : []) {
      const labelOf = (line: Line) =>
        this.#labelBeside(view, sector, spot, { line, size: this.#widths.sizeOf(ctx, [line]) })
      // If the smallest label covers seats, all of them do.
      if (smallest && labelOf(smallest)) yield* lines.flatMap((line) => labelOf(line) ?? [])
    }
  }

  /** Yields positions for the name of a box where it covers no seat and is close to no other box. */
  *ofBox(ctx: CanvasRenderingContext2D, view: View, { row, box }: SeatBox): Generator<Label> {
    const sector = this.#scene.model.sectors[row.sector]
    const isComfortable = view.k * this.#scene.model.pitch >= detailLevels.comfortable
    const lines: Line[] = [{ text: texts.rowName(row.name), style: isComfortable ? 'plain' : 'tiny' }]
    const size = this.#widths.sizeOf(ctx, lines)
    for (const spot of spotsBeside(boxOnMap(view, box), size)) {
      if (sector && !this.#coversOthers(view, sector, spot.keepClear)) yield { lines, box: spot.box }
    }
  }

  /** Tells whether a box on the map covers a seat. */
  coversSeats(view: View, { x, y, width, height }: Box): boolean {
    const covered = { ...planPoint(view, { x, y }), width: width / view.k, height: height / view.k }
    return this.#scene.index.within(widened(covered, this.#scene.model.pitch * SEAT_RADIUS)).length > 0
  }

  #labelBeside(view: FramedView, sector: SeatSector, spot: Spot, { line, size }: Heading): Label | undefined {
    const { from, to } = visibleRangeOf(view, sector)
    const along = from + size.width / 2 + Math.max(0, to - from - size.width) * spot.share
    const end = (side: number) => (along + (side * size.width) / 2 - view.x) / view.k
    const extent = this.#edgeOf(sector).between(end(-1), end(1))
    if (!extent) return undefined
    const edge = (spot.side < 0 ? extent.low : extent.high) * view.k + view.y
    // Beyond row names outside the map, the sector's name would be among other sectors.
    if (spot.lift > 0 && (edge < 0 || edge > view.size.height)) return undefined
    // A name below its sector needs more distance to the next sector, or it could be read as the next one's name.
    const depths = spot.side < 0 ? [0.5] : [0.5, 1.5]
    const boxes = depths.map((depth) => {
      const across = edge + spot.side * (depth * (size.height + PADDING) + LINE_GAP + spot.lift)
      return boxAround({ x: along, y: across }, size)
    })
    const [box] = boxes
    if (!box || boxes.some((each) => this.#coversOthers(view, sector, each))) return undefined
    return { lines: [line], box, hasPrice: isPriced([line]) }
  }

  #coversOthers(view: View, sector: SeatSector, box: Box): boolean {
    const other = this.#scene.index.sectorAt(planPoint(view, centreOf(box)))
    return (other !== undefined && other !== sector) || this.coversSeats(view, box)
  }

  #edgeOf(sector: SeatSector): SectorEdge {
    const edge = this.#edges.get(sector) ?? new SectorEdge(this.#scene.model, sector)
    this.#edges.set(sector, edge)
    return edge
  }
}
