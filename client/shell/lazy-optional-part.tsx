import { lazy, useEffect, useState, type ComponentType } from 'react'
import { browserIsIdle } from './browser-is-idle.ts'
import { lazyCode, useOptionalCode } from './lazy-code.ts'

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>

/**
 * Creates a component whose code loads on the first render. A failure leaves its place empty until the browser is
 * online again.
 */
export function lazyOptionalPart<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
): ComponentType<Props> {
  const code = lazyCode(async (): Promise<{ Content: ComponentType<Props> }> => ({ Content: (await load())[name] }))
  function WhenOnline(props: Props) {
    const [online, setOnline] = useState<Event>()
    useEffect(() => {
      addEventListener('online', setOnline)
      return () => removeEventListener('online', setOnline)
    }, [])
    const Content = useOptionalCode(code, online)?.Content
    return Content ? <Content {...props} /> : null
  }
  return lazy(async () => ({
    default: await code.fetch().then(
      ({ Content }) => Content,
      () => WhenOnline,
    ),
  })) as unknown as ComponentType<Props>
}

/** Creates such a component whose code waits until the browser is idle, for parts that the first page does not need. */
export function lazyOptionalPartWhenIdle<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
): ComponentType<Props> {
  return lazyOptionalPart(async () => {
    await browserIsIdle()
    return load()
  }, name)
}
