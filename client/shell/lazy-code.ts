import { useEffect, useState } from 'react'

const LOAD_TIMEOUT = 120_000

/** A part of the application that could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'

  constructor(cause: unknown) {
    super('Loading chunk failed', { cause })
  }
}

/** Code that is fetched when somebody needs it, or is about to. */
export type LazyCode<Code> = {
  /** What is there already. */
  readonly loaded: () => Code | undefined
  /** Fetches it once; after a failure, which is a `ChunkError`, anew. */
  readonly fetch: () => Promise<Code>
}

/** Code that `load` brings, within two minutes. */
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

/** Code as soon as it is there, without a blank before it that React keeps up for a while. Throws when it does not come. */
export function useCode<Code extends object>(code: LazyCode<Code>): Code | undefined {
  const [come, setCome] = useState(code.loaded)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (!come) code.fetch().then(setCome, setFailure)
  }, [code, come])
  if (failure) throw failure
  return come
}

async function inTime<Code>(loading: Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long')), LOAD_TIMEOUT)
  })
  try {
    return await Promise.race([loading, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
