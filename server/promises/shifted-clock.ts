// Loaded before a server, this module shifts the clock of its process by `CLOCK_SHIFT_MS`. Timers run as usual.
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const RightDate = Date

class WrongDate extends RightDate {
  constructor(...args: [] | [number | string | Date]) {
    // More arguments are a date's parts.
    super(...((args.length === 0 ? [WrongDate.now()] : args) as [number]))
  }

  static override now(): number {
    return RightDate.now() + shiftMs
  }
}

globalThis.Date = WrongDate as DateConstructor
