import { lazy, type ComponentType } from 'react'

const LOAD_TIMEOUT = 120_000

/** A part of the application that could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'

  constructor(cause: unknown) {
    super('Loading chunk failed', { cause })
  }
}

/** A page whose code is fetched when somebody goes there, or is about to. */
export function lazyPage(load: () => Promise<ComponentType>) {
  let loading: Promise<{ default: ComponentType }> | undefined
  const preload = () => {
    loading ??= loadInTime(load).catch((error: unknown) => {
      loading = undefined
      throw new ChunkError(error)
    })
    return loading
  }
  return Object.assign(lazy(preload), { preload: async () => void (await preload()) })
}

async function loadInTime(load: () => Promise<ComponentType>): Promise<{ default: ComponentType }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long')), LOAD_TIMEOUT)
  })
  try {
    return { default: await Promise.race([load(), tooLate]) }
  } finally {
    clearTimeout(timer)
  }
}
