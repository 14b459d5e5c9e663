import type { Box, Point } from '../box.ts'
import { boundsOfPlan, focusBox, type Focus } from './draw/focus-box.ts'
import { MapPainter, SETTLE_DELAY_MS, type Canvases } from './draw/map-painter.ts'
import { type ViewLimits, viewLimitsOf } from './input/view-limits.ts'
import type { Highlights } from './draw/markers.ts'
import { coloursOf } from './draw/scene-colours.ts'
import type { Drawn, MapOptions, MapTheme } from './map-options.ts'
import { PointerInput } from './input/pointer-input.ts'
import { closerView, nearestSeatOutside, placeUnder, type Pointer, sectorUnder } from './input/hit-test.ts'
import { tipPoint } from './input/tip-point.ts'
import { reportChanges } from './report-changes.ts'
import { PartTaken, viewAfterResize, viewOfCovered } from './resized-view.ts'
import { rowMarginAt, viewBeyond, type RowMargin } from './labels/row-margins.ts'
import { drawnAt } from './drawn-at.ts'
import { SeatIndex } from './seat-index.ts'
import type { Scene } from './draw/draw-target.ts'
import { centresOf, limitsOf, viewOfPlaces, viewOfPlan } from './shown-views.ts'
import { mapPoint, middleOf, planPoint, viewAround, type Size, type View } from './view.ts'
import { viewOfMatches } from './view-of-matches.ts'
import { ViewControl } from './input/view-control.ts'

/** The highest canvas density: phones have little canvas memory, and more is not visible. */
const MAX_DENSITY = 2

/** The delay in milliseconds after which the first frame is certainly visible. */
const WARM_UP_DELAY_MS = 150

/** Controls the map on its two canvases: handles the pointer, keeps the view, and redraws once per frame. */
export class MapController {
  readonly #canvases: Canvases
  readonly #options: MapOptions
  readonly #focus: Focus
  readonly #bounds: Box
  readonly #control: ViewControl
  readonly #pointer: PointerInput
  readonly #partTaken = new PartTaken((before) => this.#uncoverChosen(before))
  readonly #resizing: ResizeObserver
  readonly #unsubscribe: () => void
  readonly #reportViewLimits: (viewLimits: ViewLimits) => void
  readonly #reportDrawn: (drawn: Drawn) => void
  #scene: Scene
  #theme: MapTheme
  /** The next step of what follows the first frame. */
  #preparing: ReturnType<typeof setTimeout> | undefined
  /** Whether frames have labels: all but the first. */
  #hasLabels = false
  #painter: MapPainter | undefined
  #size: Size = { width: 0, height: 0 }
  #highlights: Highlights = { chosen: new Map(), hovered: undefined, candidate: undefined }
  #shownPlaces: readonly number[] = []
  #hoverKey: number | undefined
  #nextFrame = 0
  #isMapStale = true
  #scale = 0
  #zoomedAt = -Infinity
  #settling: ReturnType<typeof setTimeout> | undefined
  /** A tapped point of the plan, to be shown closer when the map has grown. */
  #tappedBefore: Point | undefined

  constructor(canvases: Canvases, options: MapOptions) {
    const { availability, theme, focus } = options
    const { model } = availability
    this.#canvases = canvases
    this.#theme = theme
    this.#options = options
    this.#reportViewLimits = reportChanges(options.onViewLimits)
    this.#reportDrawn = reportChanges(options.onDrawn)
    this.#focus = { name: focus.name, box: focusBox(model, focus.shape) }
    this.#bounds = boundsOfPlan(model, this.#focus.box)
    this.#scene = { model, availability, ...coloursOf(theme, model), index: new SeatIndex(model) }
    this.#control = new ViewControl(
      canvases.overlay,
      (view) => this.#moved(view),
      (at) => this.#doubleTapped(at),
    )
    this.#unsubscribe = availability.subscribe((changed) => {
      this.#painter?.redraw(changed)
      this.#requestFrame()
    })
    this.#resizing = new ResizeObserver(([entry]) => entry && this.#resized(entry.contentRect))
    this.#pointer = new PointerInput(canvases.overlay, {
      onTap: (pointer) => this.#tapped(pointer),
      onMove: (pointer) => this.#mouseMoved(pointer),
      onLeave: () => this.#hover(undefined),
      onPinch: options.onTouch,
    })
  }

  /** Draws the map, now and whenever its size changes. */
  open(): void {
    const { map } = this.#canvases
    // Drawn now and not when the observer reports the size, which is in the task that also draws the page.
    this.#resized(map.getBoundingClientRect())
    this.#resizing.observe(map)
  }

  /** Marks the chosen places. `chosen`: tickets by place. */
  setChosen(chosen: ReadonlyMap<number, number>): void {
    this.#highlights = { ...this.#highlights, chosen }
    this.#partTaken.postpone()
    this.#requestFrame(false)
  }

  /** Moves the view to places. Marks the first one if it is a candidate. */
  show(places: readonly number[], isCandidate: boolean): void {
    this.#shownPlaces = places
    this.#highlights = { ...this.#highlights, candidate: isCandidate ? places[0] : undefined }
    if (this.#size.width > 0 && places.length > 0) this.#control.flyTo(this.#shownView())
    this.#requestFrame(false)
  }

  /** Redraws the map in another theme. Leads to the places that a changed filter shows if none of them is in view. */
  setTheme(theme: MapTheme): void {
    if (theme === this.#theme) return
    const isFilterChanged = theme.shown !== this.#theme.shown || theme.kinds !== this.#theme.kinds
    this.#theme = theme
    this.#scene = { ...this.#scene, ...coloursOf(theme, this.#scene.model) }
    this.#painter = undefined
    this.#resized(this.#size)
    const matches = isFilterChanged && viewOfMatches(this.#scene, theme, this.#control.view, this.#size)
    if (matches && !this.#control.isHeld) this.#control.flyTo(matches)
  }

  /** Zooms in (above 1) or out (below 1) around the middle of the map, or towards the nearest seats. */
  zoomBy(factor: number): void {
    const middle = middleOf(this.#size)
    const { view } = this.#control
    const k = this.#control.clamped(view.k * factor)
    const seat = factor > 1 ? nearestSeatOutside(this.#scene, planPoint(view, middle), { ...this.#size, k }) : undefined
    if (seat) this.#control.flyTo(viewAround(seat, k, this.#size))
    else this.#control.zoomAround(middle, factor)
  }

  /** Shows the whole plan. */
  fit(): void {
    this.#shownPlaces = []
    this.#control.centre()
    this.#control.flyTo(viewOfPlan(this.#bounds, this.#size))
  }

  close(): void {
    this.#pointer.close()
    this.#resizing.disconnect()
    this.#unsubscribe()
    this.#control.close()
    this.#partTaken.close()
    cancelAnimationFrame(this.#nextFrame)
    clearTimeout(this.#settling)
    clearTimeout(this.#preparing)
  }

  #resized({ width, height }: Size): void {
    if (width === 0 || height === 0) return
    const oldSize = this.#size
    // The observer also reports the size with which the map was opened.
    if (this.#painter && width === oldSize.width && height === oldSize.height) return
    const size = { width, height }
    const hadView = oldSize.width > 0 && !this.#control.isFarthest
    const { view, middle } = hadView
      ? viewAfterResize({ view: this.#control.view, size: oldSize, middle: this.#control.middle }, size)
      : { view: undefined, middle: middleOf(size) }
    if (hadView) this.#partTaken.resized(oldSize, size)
    this.#size = size
    const density = Math.min(MAX_DENSITY, devicePixelRatio)
    if (this.#painter?.density !== density) {
      this.#painter = new MapPainter(this.#canvases, this.#scene, { density, focus: this.#focus })
    }
    this.#painter.resize(size)
    this.#isMapStale = true
    this.#control.resize({ ...limitsOf(this.#scene.model, this.#bounds, size), middle }, view ?? this.#shownView())
    this.#paint()
    const tapped = this.#tappedBefore
    this.#tappedBefore = undefined
    if (tapped) this.#comeCloser(mapPoint(this.#control.view, tapped))
  }

  #uncoverChosen(before: Size): void {
    const { view, isHeld } = this.#control
    const places = centresOf(this.#scene.model, [...this.#highlights.chosen.keys()])
    const uncovered = viewOfCovered(places, view, { size: this.#size, before })
    if (uncovered && !isHeld) this.#control.flyTo(uncovered)
  }

  /** Returns the view of the shown places, or of the whole plan. */
  #shownView(): View {
    return this.#shownPlaces.length > 0
      ? viewOfPlaces(this.#scene.model, this.#shownPlaces, this.#size)
      : viewOfPlan(this.#bounds, this.#size)
  }

  #moved({ k }: View): void {
    const isFirst = this.#scale === 0
    if (isFirst) this.#scale = k
    if (k !== this.#scale) {
      this.#scale = k
      this.#zoomedAt = performance.now()
      clearTimeout(this.#settling)
      this.#settling = setTimeout(() => this.#requestFrame(), SETTLE_DELAY_MS)
    }
    this.#reportViewLimits(viewLimitsOf(this.#control, this.#highlights.candidate, this.#scene, this.#size))
    this.#hover(undefined)
    this.#requestFrame()
  }

  #requestFrame(isMapStale = true): void {
    this.#isMapStale ||= isMapStale
    this.#nextFrame ||= requestAnimationFrame(() => this.#paint())
  }

  #paint(): void {
    cancelAnimationFrame(this.#nextFrame)
    this.#nextFrame = 0
    if (!this.#painter) return
    const { view } = this.#control
    const isZooming = performance.now() - this.#zoomedAt < SETTLE_DELAY_MS
    if (this.#isMapStale) {
      this.#isMapStale = false
      const hasLabels = this.#hasLabels
      if (!this.#painter.drawMap(view, { isZooming, hasLabels })) this.#requestFrame()
      if (hasLabels && !isZooming) this.#reportDrawn(drawnAt(view, this.#scene, this.#painter))
    }
    this.#painter.drawMarkers(view, this.#highlights)
    // Set here, not in the mouse event: there it would force a style recalculation before the next event.
    this.#canvases.overlay.style.cursor = this.#hoverKey === undefined ? 'grab' : 'pointer'
    this.#preparing ??= setTimeout(() => this.#prepareLabels())
  }

  /** Prepares what labels need. Runs after the first frame, like the next two, each step in a task of its own. */
  #prepareLabels(steps = this.#painter?.prepareLabels(this.#control.view)): void {
    const isReady = steps?.next().done ?? true
    this.#preparing = setTimeout(() => (isReady ? this.#addLabels() : this.#prepareLabels(steps)))
  }

  #addLabels(): void {
    this.#hasLabels = true
    const { k } = this.#control.view
    this.#preparing = setTimeout(() => this.#warmUp(k), WARM_UP_DELAY_MS)
    if (!this.#painter || this.#isMapStale) return
    this.#painter.drawLabels(this.#control.view)
    this.#reportDrawn(drawnAt(this.#control.view, this.#scene, this.#painter))
  }

  /** Prepares tiles that only later frames need. `k`: the scale of the first frame; frames of others prepare theirs. */
  #warmUp(k: number): void {
    if (this.#control.view.k !== k) return
    const isComplete = this.#painter?.warmUp(this.#control.view) ?? true
    if (!isComplete) this.#preparing = setTimeout(() => this.#warmUp(k))
  }

  #tapped(pointer: Pointer): void {
    if (this.#control.isFlying) return
    const { view } = this.#control
    const margin = rowMarginAt(this.#margins, pointer.at)
    if (margin) return this.#control.flyTo(viewBeyond(margin, view, this.#size))
    const place = this.#placeUnder(pointer)
    // Touch has no hover: the tooltip of a tapped place stays until the map moves.
    if (place !== undefined && pointer.type !== 'mouse') this.#hover(place, this.#scene.model.sectorOf[place])
    if (place !== undefined) return this.#options.onPlace(place)
    if (pointer.type === 'touch' && this.#options.onTouch()) this.#tappedBefore = planPoint(view, pointer.at)
    else this.#comeCloser(pointer.at)
  }

  #placeUnder(pointer: Pointer): number | undefined {
    return placeUnder(this.#scene, this.#control.view, pointer, this.#margins)
  }

  get #margins(): readonly RowMargin[] {
    return this.#painter?.margins ?? []
  }

  #comeCloser(at: Point): void {
    const closer = closerView(this.#scene, this.#control.view, at, this.#size)
    if (closer) this.#control.flyTo(closer)
  }

  #doubleTapped(at: Point): void {
    if (this.#control.isFlying) return
    if (rowMarginAt(this.#margins, at) || this.#placeUnder(this.#pointer.at(at)) !== undefined) return
    this.#control.zoomAround(at, 2)
  }

  #mouseMoved(pointer: Pointer): void {
    const place = this.#placeUnder(pointer)
    this.#hover(place, sectorUnder(this.#scene, this.#control.view, pointer, place))
  }

  #hover(place: number | undefined, sector?: number): void {
    const { model } = this.#scene
    if (place !== this.#highlights.hovered) this.#highlights = { ...this.#highlights, hovered: place }
    const key = place ?? (sector === undefined ? undefined : -1 - sector)
    if (key === this.#hoverKey) return
    this.#hoverKey = key
    this.#requestFrame(false)
    const under = model.sectors[sector ?? -1]
    if (!under) return this.#options.onHover(undefined)
    const isNumbered = this.#painter?.isNumbered(under) ?? false
    const at = mapPoint(this.#control.view, tipPoint(model, under, place))
    this.#options.onHover({ place, sector: under.index, isNumbered, at })
  }
}
