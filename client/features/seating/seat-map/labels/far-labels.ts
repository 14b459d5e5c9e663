import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { boxAround, fitsIn, heightOf, labelCentreOf, minWidthOf, type TextWidths } from './label-layout.ts'
import {
  fullNamesOf,
  hasOwnNumber,
  isPriced,
  labelLinesOf,
  numbersOf,
  type LabelContent,
  type Line,
} from './label-lines.ts'
import type { Scene } from '../draw/draw-target.ts'
import { mapPoint, type View } from '../view.ts'
import type { Label } from './write-label.ts'

/** The form of the labels of a view. Its names are full, numbers, or full with numbers at sectors without room. */
type Form = { readonly content: LabelContent; readonly names: 'full' | 'numbers' | 'mixed' }

const full = (content: LabelContent): Form => ({ content, names: 'full' })
const numbers = (content: LabelContent): Form => ({ content, names: 'numbers' })
const mixed = (content: LabelContent): Form => ({ content, names: 'mixed' })

/** The forms for a plan whose sectors are known by their numbers, as in a stadium; the best first. */
const FORMS_OF_NUMBERED_PLAN = [
  full('free'),
  numbers('free'),
  full('price'),
  numbers('price'),
  full('name'),
  numbers('name'),
] as const

/** The forms for another plan. Its numbers are made up, so only sectors without room for their names have them. */
const FORMS_OF_NAMED_PLAN = [full('free'), full('price'), full('name'), mixed('price'), mixed('name')] as const

/** Labels sectors seen from afar, where each is one area without seats, and its label lies completely on it. */
export class FarLabels {
  readonly #scene: Scene
  readonly #widths: TextWidths
  readonly #smallestFirst: readonly SeatSector[]
  readonly #isNumberedPlan: boolean
  #chosen: { readonly k: number; readonly form: Form } | undefined

  constructor(scene: Scene, widths: TextWidths) {
    const { sectors } = scene.model
    this.#scene = scene
    this.#widths = widths
    this.#smallestFirst = sectors.toSorted((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)
    this.#isNumberedPlan = sectors.some(hasOwnNumber)
  }

  /** Yields the possible labels of a sector in the form of the view, the best first. */
  *of(ctx: CanvasRenderingContext2D, view: View, sector: SeatSector): Generator<Label> {
    const form = this.prepare(ctx, view)
    yield* this.#labelsIn(ctx, view, sector, form)
    if (form.names === 'mixed') yield* this.#labelsIn(ctx, view, sector, numbers('name'))
  }

  /** Finds the form of the labels in a view, and keeps it. */
  prepare(ctx: CanvasRenderingContext2D, view: View): Form {
    if (this.#chosen?.k !== view.k) this.#chosen = { k: view.k, form: this.#bestForm(ctx, view) }
    return this.#chosen.form
  }

  /** Returns the best form for which all sectors have room at this scale, or else the shortest. */
  #bestForm(ctx: CanvasRenderingContext2D, view: View): Form {
    const forms = this.#isNumberedPlan ? FORMS_OF_NUMBERED_PLAN : FORMS_OF_NAMED_PLAN
    const fits = (sector: SeatSector, form: Form) => !this.#labelsIn(ctx, view, sector, form).next().done
    const hasRoom = (form: Form) =>
      this.#smallestFirst.every(
        (sector) => fits(sector, form) || (form.names === 'mixed' && !fits(sector, full('name'))),
      )
    return forms.find(hasRoom) ?? numbers('name')
  }

  *#labelsIn(ctx: CanvasRenderingContext2D, view: View, sector: SeatSector, form: Form): Generator<Label> {
    const { box, outline } = sector
    const at = mapPoint(view, labelCentreOf(this.#scene.model, sector))
    for (const lines of labelLinesOf(this.#scene, sector, form.content, this.#namesOf(sector, form))) {
      // Measuring is slow, and most sectors of a large venue are too small for any line.
      if (heightOf(lines) > box.height * view.k || minWidthOf(lines) > box.width * view.k) continue
      const size = this.#widths.sizeOf(ctx, lines)
      if (!fitsIn({ box, outline, isFramed: true }, view, at, size)) continue
      yield { lines, box: boxAround(at, size), isOver: true, hasPrice: isPriced(lines) }
    }
  }

  /** Returns the names of a sector in a form. One without a number of its own keeps its name among numbered ones. */
  #namesOf(sector: SeatSector, { names }: Form): Line[] {
    if (names !== 'numbers') return fullNamesOf(sector)
    const keepsName = this.#isNumberedPlan && !hasOwnNumber(sector)
    return keepsName ? [...fullNamesOf(sector), ...numbersOf(sector)] : numbersOf(sector)
  }
}
