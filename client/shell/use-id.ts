import { useId as useReactId } from 'react'

/**
 * Replaces Mantine's hook of this name in the built pages. Mantine's gives each field a random id in a layout effect,
 * so React would render every page with a field twice, and run all of its effects before it can be drawn.
 */
export function useId(givenId?: string): string {
  const id = useReactId()
  return givenId ?? `mantine-${id.replaceAll(':', '')}`
}
