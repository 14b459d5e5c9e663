import { lazy, useState, type ComponentType } from 'react'
import { lazyCode } from './lazy-code.ts'

/** A page, or a part of one, whose code is fetched when somebody goes there, or is about to. */
export function lazyPart<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  const code = lazyCode(load)
  const Later = lazy(async () => ({ default: await code.fetch() })) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // What is there already is drawn at once, without a blank before it.
    const [Content] = useState(() => code.loaded() ?? Later)
    return <Content {...props} />
  }
  return Object.assign(Part, { preload: async () => void (await code.fetch()) })
}
