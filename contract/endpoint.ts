import type { z } from 'zod/mini'
import type { ProblemCode } from '#domain/problem.ts'

/** The path prefix of every call, below the base path. */
export const API_PREFIX = 'api/v1'

/**
 * The access a call requires. `visitor`: none, and a token is ignored. `anyone`: none, but a token must be valid if it
 * is sent. `customer`: a logged-in user. `staff`: a user with ROLE_STAFF or ROLE_ADMIN. `admin`: a
 * user with ROLE_ADMIN. `device`: a paired scanner, for its shows. Its token is no user's. `former-device`: a device
 * that was not revoked, also some days after its shows.
 */
export type EndpointAccess = 'visitor' | 'anyone' | 'customer' | 'staff' | 'admin' | 'device' | 'former-device'

/**
 * Whether a call is refused to a customer without a confirmed email address, in a shop that requires one
 * (`email_not_verified`). Decided by every call that requires a login, and by no other.
 */
type EmailRule<Access extends EndpointAccess> = Access extends 'customer' | 'staff' | 'admin'
  ? { readonly needsVerifiedEmail: boolean }
  : { readonly needsVerifiedEmail?: never }

/** The definition of one call of the API, shared by client and server. */
export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Access extends EndpointAccess = EndpointAccess,
> = EmailRule<Access> & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `API_PREFIX`, with parameters as `:name`. */
  readonly path: `/${string}`
  /** One English sentence or more, shown in the API reference. */
  readonly summary: string
  readonly access: Access
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The schema of a successful reply: `z.void()` for status 204, `z.string()` for `text/plain`. */
  readonly reply: Reply
  readonly status: 200 | 201 | 204
  readonly problems: readonly ProblemCode[]
  /** The media type of a compact form of the reply. Sent when the `Accept` header prefers it. */
  readonly compact?: string
}

/** Defines an endpoint. Every part is required; use `nothing` for parts that are empty. */
export function endpoint<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Access extends EndpointAccess,
>(definition: Endpoint<Params, Query, Body, Reply, Access>): Endpoint<Params, Query, Body, Reply, Access> {
  return definition
}

/** A part of a call's input: forbidden for `nothing`, optional when all of its fields are optional, else required. */
type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [Key in Name]?: never }
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value }

/** The input of a call that goes into its address: path parameters and query. */
export type AddressInput<E extends Endpoint> = Part<'params', z.input<E['params']>> & Part<'query', z.input<E['query']>>

/** The whole input of a call: path parameters, query and body. */
export type CallInput<E extends Endpoint> = AddressInput<E> & Part<'body', z.input<E['body']>>

/** The reply of a call. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/**
 * Builds the address of a call, below the base path. Query parameters are sorted, so that equal input gives an equal
 * address. Parameters that are undefined, null or '' are left out.
 */
export function addressOf<E extends Endpoint>(endpoint: E, { params, query }: AddressInput<E>): string {
  const values = (params ?? {}) as Record<string, string | number>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const parameters = Object.entries((query ?? {}) as Record<string, unknown>)
  const filled = parameters.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]))
  search.sort()
  return `${API_PREFIX}${path}${search.size > 0 ? `?${search.toString()}` : ''}`
}
