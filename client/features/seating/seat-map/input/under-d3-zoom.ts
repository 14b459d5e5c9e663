// The build puts this file in the place of what d3-zoom stands on (d3-selection, d3-dispatch, d3-drag, d3-transition,
// d3-interpolate): of all that these can do it needs one element of the page, and one listener. The map flies by itself
// (`ViewControl.flyTo`). More than 20 kB that nobody fetches.

type Listener = (this: EventTarget, event: Event) => void
type Heard = { readonly type: string; readonly name: string; readonly listener: Listener; stop(): void }

const heardBy = new WeakMap<EventTarget, Heard[]>()

/** A selection of one element, or of none: what is heard there has a type and a name of its own ('wheel.zoom'). */
class OneElement {
  readonly #element: EventTarget | undefined

  constructor(element: EventTarget | undefined) {
    this.#element = element
  }

  /** Listens under these names instead of who did, stops listening for null; or answers who listens. */
  on(names: string, listener?: Listener | null, options?: AddEventListenerOptions | boolean): unknown {
    const element = this.#element
    if (!element) return this
    const split = names.split(' ').map((written) => written.split('.'))
    for (const [type = '', name = ''] of split) {
      const all = heardBy.get(element) ?? []
      const isMeant = (heard: Heard) => heard.name === name && (type === '' || heard.type === type)
      if (listener === undefined) return all.find(isMeant)?.listener
      for (const heard of all.filter(isMeant)) heard.stop()
      const others = all.filter((heard) => !isMeant(heard))
      heardBy.set(element, listener ? [...others, listen(element, { type, name, listener, options })] : others)
    }
    return this
  }

  filter(isMeant: (this: EventTarget) => boolean): OneElement {
    return this.#element && isMeant.call(this.#element) ? this : new OneElement(undefined)
  }

  each(act: (this: EventTarget) => void): OneElement {
    if (this.#element) act.call(this.#element)
    return this
  }

  property(name: string, value: (this: EventTarget) => unknown): OneElement {
    return this.each(function set() {
      Object.assign(this, { [name]: value.call(this) })
    })
  }

  style(name: string, value: string): OneElement {
    return this.each(function set() {
      if (this instanceof HTMLElement) this.style.setProperty(name, value)
    })
  }

  call<Rest extends unknown[]>(act: (element: this, ...rest: Rest) => void, ...rest: Rest): this {
    act(this, ...rest)
    return this
  }

  /** No flights of d3-zoom are ever under way. */
  interrupt(): this {
    return this
  }

  /** No data are bound to elements. */
  datum(): undefined {
    return undefined
  }
}

function listen(
  element: EventTarget,
  {
    type,
    name,
    listener,
    options,
  }: Pick<Heard, 'type' | 'name' | 'listener'> & { options: AddEventListenerOptions | boolean | undefined },
): Heard {
  const hear = (event: Event) => listener.call(element, event)
  element.addEventListener(type, hear, options)
  return { type, name, listener, stop: () => element.removeEventListener(type, hear, options) }
}

export const select = (element: EventTarget) => new OneElement(element)

type PointerLike = { readonly clientX: number; readonly clientY: number; readonly currentTarget?: EventTarget | null }

/** Where in an element a mouse or a finger is. */
export function pointer(event: PointerLike, element = event.currentTarget): [x: number, y: number] {
  const { clientX, clientY } = event
  if (!(element instanceof HTMLElement)) return [clientX, clientY]
  const { left, top } = element.getBoundingClientRect()
  return [clientX - left - element.clientLeft, clientY - top - element.clientTop]
}

/** Who hears of a gesture: one listener for each type. */
export function dispatch() {
  const heard = new Map<string, (this: unknown, ...rest: never[]) => void>()
  return {
    on(type: string, listener: (this: unknown, ...rest: never[]) => void) {
      heard.set(type, listener)
      return this
    },
    call(type: string, that: unknown, ...rest: unknown[]) {
      heard.get(type)?.apply(that, rest as never[])
    },
  }
}

const FIRST = { capture: true, passive: false }

function prevent(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** While a mouse moves the map, nothing else is dragged or marked. */
export function dragDisable(view: EventTarget): void {
  select(view).on('dragstart.drag selectstart.drag', prevent, FIRST)
}

/** Afterwards it can be again; what was a movement is no click. */
export function dragEnable(view: EventTarget, hasMoved: boolean): void {
  const page = select(view)
  page.on('dragstart.drag selectstart.drag', null)
  if (!hasMoved) return
  page.on('click.drag', prevent, FIRST)
  setTimeout(() => page.on('click.drag', null))
}

/** Stops the flight of an element: none is ever under way. */
export function interrupt(): void {
  // Nothing to do.
}

/** The way of a flight, which is never asked for. */
export function interpolateZoom(): never {
  throw new Error('The map flies by itself')
}
