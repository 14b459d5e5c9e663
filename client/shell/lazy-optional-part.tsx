import { lazy, type ComponentType } from 'react'
import { browserIsIdle } from './browser-is-idle.ts'

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>

/** Creates a component whose code loads on the first render. A failure leaves its place empty. */
export function lazyOptionalPart<Name extends string, Props>(
  load: Load<Name, Props>,
  name: Name,
): ComponentType<Props> {
  const part = async (): Promise<ComponentType<Props>> => (await load())[name]
  return lazy(async () => ({ default: await part().catch(() => () => null) })) as unknown as ComponentType<Props>
}

/** Creates such a component whose code waits until the browser is idle, for parts that the first page does not need. */
export function lazyOptionalPartWhenIdle<Name extends string, Props>(
  load: Load<Name, Props>,
  name: Name,
): ComponentType<Props> {
  return lazyOptionalPart(async () => {
    await browserIsIdle()
    return load()
  }, name)
}
