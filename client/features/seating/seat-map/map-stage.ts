import { boundsOf, type Box, type Point } from '../box.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { boxAt } from '../seat-model.ts'
import { focusBox } from './draw/focus-box.ts'
import { levels } from './draw/levels.ts'
import { MapPainter, SETTLED_AFTER, type Focus, type Surface } from './draw/map-painter.ts'
import { initialViewLimits, type ViewLimits } from './input/view-limits.ts'
import { boundsOfPlan, frameOf, paperOf, viewInRoom } from './map-room.ts'
import type { Marks } from './draw/marks.ts'
import { paletteOf, type Scheme } from './draw/palette.ts'
import { PointerInput } from './input/pointer-input.ts'
import { closerView, placeUnder, type Pointer } from './input/pointing.ts'
import { SeatIndex } from './seat-index.ts'
import type { Scene } from './draw/draw-target.ts'
import { mapPoint, planPoint, viewAround, type Frame, type View } from './view.ts'
import { ViewControl } from './input/view-control.ts'

/** A page has little canvas memory on a phone, and nobody sees the difference beyond this. */
const MOST_DENSE = 2

/** Css pixels around the plan when the whole of it is seen. */
const MARGIN = 20

/** Css pixels around places that are looked at. */
const AROUND_PLACES = 72

/** Milliseconds from drawing the first picture until it is surely seen. */
const WARM_UP_AFTER = 150

/** What a mouse rests on or a finger tapped, and the point of the map above which to tell of it. */
export type Hovered = { readonly place: number | undefined; readonly sector: number; readonly at: Point }

export type StageOptions = {
  readonly availability: SeatAvailability
  readonly look: Look
  /** What all eyes are on, and the shape (width by height) it is drawn in. */
  readonly focus: { readonly name: string; readonly shape: number }
  /** What stands over a corner of the map. */
  readonly buttons: HTMLElement
  readonly onPlace: (index: number) => void
  /** Told whenever these change. */
  readonly onBearings: (viewLimits: ViewLimits) => void
  readonly onHover: (hovered: Hovered | undefined) => void
}

/** The colours of the page, and the price classes that are shown in full colour; none: all of them. */
export type Look = { readonly scheme: Scheme; readonly shown: ReadonlySet<number> }

/** The living map on its two canvases: hears the pointer, holds the view, paints once per frame what is stale. */
export class MapStage {
  readonly #surface: Surface
  readonly #options: StageOptions
  readonly #focus: Focus
  readonly #bounds: Box
  readonly #control: ViewControl
  readonly #pointer: PointerInput
  readonly #resizing: ResizeObserver
  readonly #unsubscribe: () => void
  #scene: Scene
  #look: Look
  #warming: ReturnType<typeof setTimeout> | undefined
  #painter: MapPainter | undefined
  #frame: Frame = { size: { width: 0, height: 0 }, buttons: { x: 0, y: 0, width: 0, height: 0 } }
  #marks: Marks = { chosen: new Map(), pointed: undefined, candidate: undefined }
  #lookedAt: readonly number[] = []
  #told: number | undefined
  #nextFrame = 0
  #isMapStale = true
  #scale = 0
  #viewLimits = initialViewLimits
  #zoomedAt = -Infinity
  #settling: ReturnType<typeof setTimeout> | undefined

  constructor(surface: Surface, options: StageOptions) {
    const { availability, look, focus, buttons } = options
    const { model } = availability
    this.#surface = surface
    this.#look = look
    this.#options = options
    this.#focus = { name: focus.name, box: focusBox(model, focus.shape) }
    this.#bounds = boundsOfPlan(model, this.#focus.box)
    this.#scene = {
      model,
      availability,
      palette: paletteOf(look.scheme, model.priceClasses.length, look.shown),
      index: new SeatIndex(model),
    }
    this.#control = new ViewControl(
      surface.marks,
      (view) => this.#moved(view),
      (at) => this.#doubleTapped(at),
    )
    this.#unsubscribe = availability.subscribe((changed) => {
      this.#painter?.redraw(changed)
      this.#askForFrame()
    })
    this.#resizing = new ResizeObserver(([entry]) => entry && this.#resized(frameOf(entry.contentRect, buttons)))
    this.#resizing.observe(surface.map)
    this.#pointer = new PointerInput(surface.marks, {
      onTap: (pointer) => this.#tapped(pointer),
      onMove: (pointer) => this.#hovered(pointer),
      onLeave: () => this.#point(undefined),
    })
  }

  /** Marks what is chosen: tickets by place. */
  mark(chosen: ReadonlyMap<number, number>): void {
    this.#marks = { ...this.#marks, chosen }
    this.#askForFrame(false)
  }

  /** Flies to places, and marks the first as a candidate if it is one. */
  show(places: readonly number[], isCandidate: boolean): void {
    this.#lookedAt = places
    this.#marks = { ...this.#marks, candidate: isCandidate ? places[0] : undefined }
    if (this.#frame.size.width > 0 && places.length > 0) this.#control.flyTo(this.#viewOf(places))
    this.#askForFrame(false)
  }

  /** Changes into other colours, unless it wears them. */
  setTheme(look: Look): void {
    if (look.scheme === this.#look.scheme && look.shown === this.#look.shown) return
    this.#look = look
    const { scheme, shown } = look
    const { model } = this.#scene
    this.#scene = { ...this.#scene, palette: paletteOf(scheme, model.priceClasses.length, shown) }
    this.#painter = undefined
    this.#resized(this.#frame)
  }

  /** Comes closer (above 1) or goes farther away (below 1), around the middle of the map. */
  zoomBy(factor: number): void {
    const { width, height } = this.#frame.size
    this.#control.zoomAround({ x: width / 2, y: height / 2 }, factor)
  }

  /** Shows the whole plan. */
  fit(): void {
    this.#lookedAt = []
    this.#control.flyTo(this.#wholePlan())
  }

  close(): void {
    this.#pointer.close()
    this.#resizing.disconnect()
    this.#unsubscribe()
    this.#control.close()
    cancelAnimationFrame(this.#nextFrame)
    clearTimeout(this.#settling)
    clearTimeout(this.#warming)
  }

  #resized(frame: Frame): void {
    const { size } = frame
    if (size.width === 0 || size.height === 0) return
    const { model } = this.#scene
    const was = this.#frame.size
    const hadView = was.width > 0 && !this.#control.isFarthest
    const before = this.#control.view
    const centre = planPoint(before, { x: was.width / 2, y: was.height / 2 })
    this.#frame = frame
    const density = Math.min(MOST_DENSE, devicePixelRatio)
    if (this.#painter?.density !== density) {
      this.#painter = new MapPainter(this.#surface, this.#scene, { density, focus: this.#focus })
    }
    this.#painter.resize(frame)
    this.#isMapStale = true
    const nearest = levels.closest / model.pitch
    const farthest = Math.min(this.#wholePlan().k, nearest)
    const paper = paperOf(frame, this.#bounds, farthest)
    this.#control.limit({ size, plan: paper, farthest, nearest, margin: MARGIN / farthest })
    this.#control.jumpTo(hadView ? viewAround(centre, before.k, size) : this.#firstView())
    this.#paint()
  }

  #firstView(): View {
    return this.#lookedAt.length > 0 ? this.#viewOf(this.#lookedAt) : this.#wholePlan()
  }

  #viewOf(places: readonly number[]): View {
    const { model } = this.#scene
    const box = boundsOf(places.map((place) => boxAt(model, place)))
    return viewInRoom(this.#frame, box, { margin: AROUND_PLACES, nearest: levels.comfortable / model.pitch })
  }

  #wholePlan(): View {
    return viewInRoom(this.#frame, this.#bounds, { margin: MARGIN, nearest: Infinity })
  }

  #moved({ k }: View): void {
    if (k !== this.#scale) {
      this.#scale = k
      this.#zoomedAt = performance.now()
      clearTimeout(this.#settling)
      this.#settling = setTimeout(() => this.#askForFrame(), SETTLED_AFTER)
    }
    this.#tellBearings()
    this.#point(undefined)
    this.#askForFrame()
  }

  #tellBearings(): void {
    const { isNearest, isFarthest, view } = this.#control
    const { candidate } = this.#marks
    const { model } = this.#scene
    const isCandidateLow =
      candidate !== undefined && (model.y[candidate] ?? 0) * view.k + view.y > this.#frame.size.height / 2
    const was = this.#viewLimits
    const isSame = isNearest === was.isNearest && isFarthest === was.isFarthest && isCandidateLow === was.isCandidateLow
    if (isSame) return
    this.#viewLimits = { isNearest, isFarthest, isCandidateLow }
    this.#options.onBearings(this.#viewLimits)
  }

  #askForFrame(isMapStale = true): void {
    this.#isMapStale ||= isMapStale
    this.#nextFrame ||= requestAnimationFrame(() => this.#paint())
  }

  #paint(): void {
    cancelAnimationFrame(this.#nextFrame)
    this.#nextFrame = 0
    if (!this.#painter) return
    const { view } = this.#control
    const isZooming = performance.now() - this.#zoomedAt < SETTLED_AFTER
    if (this.#isMapStale) {
      this.#isMapStale = false
      if (!this.#painter.drawMap(view, isZooming)) this.#askForFrame()
    }
    this.#painter.drawMarks(view, this.#marks)
    // Not while the mouse moves: the next move would wait for the style of the page to be worked out anew.
    this.#surface.marks.style.cursor = this.#told === undefined ? 'grab' : 'pointer'
    this.#warming ??= setTimeout(() => this.#warmUp(), WARM_UP_AFTER)
  }

  /** Makes ready what the first picture did without. */
  #warmUp(): void {
    this.#scene.index.warmUp()
    this.#painter?.warmUp(this.#control.view)
  }

  #tapped(pointer: Pointer): void {
    if (this.#control.isFlying) return
    const { view } = this.#control
    const place = placeUnder(this.#scene, view, pointer)
    // A finger rests on nothing: what it tapped is told until the map moves.
    if (place !== undefined && pointer.type !== 'mouse') this.#point(place, this.#scene.model.sectorOf[place])
    if (place !== undefined) return this.#options.onPlace(place)
    const closer = closerView(this.#scene, view, pointer.at, this.#frame.size)
    if (closer) this.#control.flyTo(closer)
  }

  #doubleTapped(at: Point): void {
    if (this.#control.isFlying) return
    if (placeUnder(this.#scene, this.#control.view, this.#pointer.at(at)) !== undefined) return
    this.#control.zoomAround(at, 2)
  }

  #hovered(pointer: Pointer): void {
    const { view } = this.#control
    const { model, index } = this.#scene
    const place = placeUnder(this.#scene, view, pointer)
    const areSeatsSmall = view.k * model.pitch < levels.round
    const under = areSeatsSmall ? index.sectorAt(planPoint(view, pointer.at))?.index : undefined
    const sector = place === undefined ? under : model.sectorOf[place]
    this.#point(place, sector)
  }

  #point(place: number | undefined, sector?: number): void {
    const { model } = this.#scene
    if (place !== this.#marks.pointed) this.#marks = { ...this.#marks, pointed: place }
    const key = place ?? (sector === undefined ? undefined : -1 - sector)
    if (key === this.#told) return
    this.#told = key
    this.#askForFrame(false)
    const box = sector === undefined ? undefined : model.sectors[sector]?.box
    if (sector === undefined || !box) return this.#options.onHover(undefined)
    const spot =
      place === undefined
        ? { x: box.x + box.width / 2, y: box.y }
        : { x: model.x[place] ?? 0, y: (model.y[place] ?? 0) - (model.heights[place] ?? 0) / 2 }
    this.#options.onHover({ place, sector, at: mapPoint(this.#control.view, spot) })
  }
}
