import type { Tone } from './outcomes.ts'

/** A signal: tones in hertz, each with its length in milliseconds, and a pattern of vibration. */
type Signal = { readonly tones: readonly (readonly [hertz: number, ms: number])[]; readonly vibration: number[] }

const signals: Partial<Record<Tone, Signal>> = {
  good: {
    tones: [
      [880, 90],
      [1320, 140],
    ],
    vibration: [80],
  },
  bad: { tones: [[220, 450]], vibration: [250, 100, 250] },
  ask: {
    tones: [
      [660, 120],
      [660, 120],
    ],
    vibration: [120, 80, 120],
  },
  fault: {
    tones: [
      [330, 200],
      [220, 300],
    ],
    vibration: [250, 100, 250],
  },
  stop: {
    tones: [
      [1000, 180],
      [500, 180],
      [1000, 180],
      [500, 180],
      [1000, 180],
      [500, 180],
    ],
    vibration: [400, 100, 400, 100, 400],
  },
}

/** Plays the verdicts. Browsers allow sound only after the person has pressed something. */
export class Signals {
  #context: AudioContext | undefined
  #isSilent = false

  /** Turns the sound on; called by a press. */
  unlock(): void {
    this.#context ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext()
    void this.#context?.resume()
  }

  setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent
  }

  play(tone: Tone): void {
    const signal = signals[tone]
    if (!signal) return
    navigator.vibrate?.(signal.vibration)
    const context = this.#context
    if (this.#isSilent || !context) return
    let at = context.currentTime
    for (const [hertz, ms] of signal.tones) {
      const oscillator = context.createOscillator()
      oscillator.frequency.value = hertz
      oscillator.type = tone === 'good' ? 'sine' : 'square'
      oscillator.connect(context.destination)
      oscillator.start(at)
      at += ms / 1000
      oscillator.stop(at)
    }
  }
}
