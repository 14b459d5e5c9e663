import { lazy, type ComponentType } from 'react'

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>

const LONGEST_UNREST = 3000

/** A part whose code is fetched when it is first drawn. Without it the page works on: a failure leaves its place empty. */
export function lazyOptionalPart<Name extends string, Props>(
  load: Load<Name, Props>,
  name: Name,
): ComponentType<Props> {
  const part = async (): Promise<ComponentType<Props>> => (await load())[name]
  return lazy(async () => ({ default: await part().catch(() => () => null) })) as unknown as ComponentType<Props>
}

/** The same for what nobody needs before the first page is there: fetched when the browser has nothing better to do. */
export function lazyOptionalPartWhenIdle<Name extends string, Props>(
  load: Load<Name, Props>,
  name: Name,
): ComponentType<Props> {
  return lazyOptionalPart(async () => {
    await rest()
    return load()
  }, name)
}

function rest(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: LONGEST_UNREST })
    else setTimeout(resolve, LONGEST_UNREST / 3)
  })
}
