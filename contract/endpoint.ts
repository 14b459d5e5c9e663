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
