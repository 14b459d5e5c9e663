import { lazy, useState, type ComponentType } from 'react'

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
  let loaded: ComponentType | undefined
  const preload = () => {
    loading ??= loadInTime(load).catch((error: unknown) => {
      loading = undefined
      throw new ChunkError(error)
    })
    return loading
  }
  const Later = lazy(preload)
  function Page() {
    // What is there already is drawn at once, without a blank page before it.
    const [Content] = useState<ComponentType>(() => loaded ?? Later)
    return <Content />
  }
  return Object.assign(Page, {
    preload: async () => {
      loaded = (await preload()).default
    },
  })
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
