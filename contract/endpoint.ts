import type { z } from 'zod/mini'
import type { ProblemCode } from '#domain/problem.ts'

/** Where the calls of every contract file begin, below the base path. */
export const API_PREFIX = 'api/v1'

/**
 * Who may call. `visitor`: anyone, and a token is not looked at. `anyone`: a token is not needed, but one that is sent
 * must be good. `customer`: a logged-in user. `admin`: a user with ROLE_ADMIN.
 */
export type Who = 'visitor' | 'anyone' | 'customer' | 'admin'

/** One sentence of the conversation between client and server. Both sides read it; neither repeats it. */
export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Caller extends Who = Who,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `API_PREFIX`, parameters as `:name`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly who: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** What is answered on success; `z.void()` is 204, a `text/plain` answer is `z.string()`. */
  readonly reply: Reply
  readonly status: 200 | 201 | 204
  readonly problems: readonly ProblemCode[]
  /** The media type of a compact form of the reply, for whoever asks for it by `Accept`. */
  readonly compact?: string
}

/** Writes one endpoint down. Every part is said; use `nothing` for the empty ones. */
export function endpoint<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Caller extends Who,
>(definition: Endpoint<Params, Query, Body, Reply, Caller>): Endpoint<Params, Query, Body, Reply, Caller> {
  return definition
}

type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [Key in Name]?: never }
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value }

/** What stands in the address of a call. */
export type Asked<E extends Endpoint> = Part<'params', z.input<E['params']>> & Part<'query', z.input<E['query']>>

/** All that is said in a call. */
export type Said<E extends Endpoint> = Asked<E> & Part<'body', z.input<E['body']>>

/** What an endpoint answers. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** Where a call goes, below the base path. The same question has the same address; undefined, null and '' are not said. */
export function addressOf<E extends Endpoint>(endpoint: E, { params, query }: Asked<E>): string {
  const values = (params ?? {}) as Record<string, string | number>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const given = Object.entries((query ?? {}) as Record<string, unknown>)
  const kept = given.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(kept.map(([name, value]) => [name, String(value)]))
  search.sort()
  return `${API_PREFIX}${path}${search.size > 0 ? `?${search.toString()}` : ''}`
}
