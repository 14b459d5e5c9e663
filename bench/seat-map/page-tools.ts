declare global {
  interface Window {
    /** The tools that the benchmark injected into the page. */
    bench: ReturnType<typeof pageTools>
  }
}

/** Runs in the page before its own code. Sent as text, so it must not reference anything outside. */
export function pageTools() {
  let onDrawn: (() => void) | undefined
  const { fillText } = CanvasRenderingContext2D.prototype
  // Every drawing of the map contains text, so a fillText on the page marks a paint.
  CanvasRenderingContext2D.prototype.fillText = function fillTextAndTell(...args) {
    fillText.apply(this, args)
    if (this.canvas.isConnected) onDrawn?.()
  }

  const map = () => document.querySelector('section canvas:last-of-type') ?? document.body
  const boxOfMap = () => map().getBoundingClientRect()
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

  async function painted(): Promise<number> {
    await nextFrame()
    const { port1, port2 } = new MessageChannel()
    const done = new Promise<number>((resolve) => {
      port1.addEventListener('message', () => resolve(performance.now()))
    })
    port1.start()
    port2.postMessage(undefined)
    return done
  }

  /** Resolves to the time of the next paint of the map. */
  function nextPainting(): Promise<number> {
    return new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('The map was not drawn within a minute')), 60_000)
      onDrawn = () => {
        onDrawn = undefined
        painted().then(resolve)
      }
    })
  }

  const answers = (part: string) =>
    performance.getEntriesByType('resource').filter((entry) => entry.name.includes(part)) as PerformanceResourceTiming[]

  /** Measures milliseconds between frames while working in each. */
  async function frames(count: number, work: (frame: number) => void): Promise<number[]> {
    const times: number[] = []
    let last = await nextFrame()
    for (let frame = 0; frame < count; frame += 1) {
      work(frame)
      const now = await nextFrame()
      times.push(now - last)
      last = now
    }
    return times
  }

  const mouse = (type: string, clientX: number, clientY: number) =>
    map().dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerType: 'mouse', buttons: 1, bubbles: true }))

  /** Zooms in by a number of doublings around a point beside the middle of the map. */
  function zoom(doublings: number, beside: number): Promise<number[]> {
    const { x, y, width, height } = boxOfMap()
    const at = { clientX: x + width / 2 + beside, clientY: y + height / 2 }
    const deltaY = (-500 * doublings) / 60
    return frames(60, () => {
      map().dispatchEvent(new WheelEvent('wheel', { ...at, deltaY, bubbles: true, cancelable: true }))
    })
  }

  /** Drags the map with the mouse. */
  async function pan(): Promise<number[]> {
    const { x, y, width, height } = boxOfMap()
    const [middleX, middleY] = [x + width / 2, y + height / 2]
    mouse('pointerdown', middleX, middleY)
    const times = await frames(60, (frame) =>
      mouse('pointermove', middleX + 120 * Math.sin(frame / 12), middleY + 4 * frame),
    )
    mouse('pointerup', middleX, middleY)
    return times
  }

  /** Measures milliseconds of a mouse move over the seats, including all listeners. */
  function hover(moves: number): number {
    const { x, y, width, height } = boxOfMap()
    const began = performance.now()
    for (let move = 0; move < moves; move += 1) {
      const at = { clientX: x + ((37 * move) % width), clientY: y + ((53 * move) % height) }
      map().dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'mouse', buttons: 0, bubbles: true }))
    }
    return (performance.now() - began) / moves
  }

  const tools = { nextPainting, answers, zoom, pan, hover }
  window.bench = tools
  return tools
}
