import { lazy, type ComponentType } from 'react'

/** A part whose code is fetched when it is first drawn. Without it the page works on: a failure leaves its place empty. */
export function later<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const part = async (): Promise<ComponentType<Props>> => (await load())[name]
  return lazy(async () => ({ default: await part().catch(() => () => null) })) as unknown as ComponentType<Props>
}
