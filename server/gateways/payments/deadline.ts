import { ProviderDoubt } from './provider.ts'

/** The end of a call that may consist of several requests. */
export class Deadline {
  readonly #end: number

  constructor(timeoutMs: number) {
    this.#end = performance.now() + timeoutMs
  }

  /** Returns the time that is left for the next request. Throws a `ProviderDoubt` if none is. */
  options(): { timeout: number } {
    const timeout = Math.ceil(this.#end - performance.now())
    if (timeout <= 0) throw new ProviderDoubt('The provider did not answer in time.')
    return { timeout }
  }
}
