import { useEffect, useState } from 'react'

const LOAD_TIMEOUT_MS = 120_000

/** Thrown when a part of the application cannot be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'

  constructor(cause: unknown) {
    super('Loading chunk failed', { cause })
  }
}

/** Code that is loaded on demand or in advance. */
export type LazyCode<Code> = {
  /** Returns the code if it is loaded. */
  readonly loaded: () => Code | undefined
  /** Loads the code once. Rejects with `ChunkError`; the next call tries again. */
  readonly fetch: () => Promise<Code>
}

/** Wraps a dynamic import with a timeout of two minutes. */
export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let loading: Promise<Code> | undefined
  let loaded: Code | undefined
  async function fetchCode(): Promise<Code> {
    try {
      loaded = await inTime(load())
      return loaded
    } catch (error) {
      loading = undefined
      throw new ChunkError(error)
    }
  }
  return { loaded: () => loaded, fetch: () => (loading ??= fetchCode()) }
}

/**
 * Returns the code once loaded, without a Suspense fallback, which React would keep for 300 ms. Throws `ChunkError`.
 */
export function useCode<Code extends object>(code: LazyCode<Code>): Code | undefined {
  const [loaded, setLoaded] = useState(code.loaded)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (!loaded) code.fetch().then(setLoaded, setFailure)
  }, [code, loaded])
  if (failure) throw failure
  return loaded
}

/**
 * Returns the code of a part that the page can do without, once loaded. Loads it when there is an occasion, and tries
 * again at the next one if that fails, such as without a network.
 */
export function useOptionalCode<Code extends object>(code: LazyCode<Code>, occasion: unknown): Code | undefined {
  const [loaded, setLoaded] = useState(code.loaded)
  useEffect(() => {
    if (occasion !== undefined && !loaded) code.fetch().then(setLoaded, () => undefined)
  }, [code, occasion, loaded])
  return loaded
}

async function inTime<Code>(loading: Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long')), LOAD_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loading, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
