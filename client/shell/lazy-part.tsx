import { lazy, useState, type ComponentType } from 'react'
import { lazyCode } from './lazy-code.ts'

/** Creates a component, such as a page, whose code loads on demand or by preloading. */
export function lazyPart<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  const code = lazyCode(load)
  const LazyContent = lazy(async () => ({ default: await code.fetch() })) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // Loaded code is rendered at once, without a Suspense fallback.
    const [Content] = useState(() => code.loaded() ?? LazyContent)
    return <Content {...props} />
  }
  return Object.assign(Part, { preload: async () => void (await code.fetch()) })
}
