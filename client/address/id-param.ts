import { useParams } from '@tanstack/react-router'
import type { Id } from '#domain/ids.ts'

/** The id in the address of this page; undefined when it cannot be one. */
export function useIdParam<Kind extends Id<string>>(): Kind | undefined {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id && /^[1-9]\d{0,9}$/.test(id) ? (Number(id) as Kind) : undefined
}
