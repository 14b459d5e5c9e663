import type { FastifyInstance } from 'fastify'
import type { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CachedList } from './answers/cached-list.ts'
import { serve } from './serve.ts'

/** Binds an endpoint whose reply is the same for all who ask to its list. `askedOf` names what is read. */
export function serveList<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Asked,
>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Reply, 'anyone'>,
  list: CachedList<Asked>,
  askedOf: (request: { params: z.output<Params>; query: z.output<Query> }) => Asked,
): void {
  serve(app, endpoint, (call) => list(askedOf(call)), {
    inMemory: (request, network) => list.inMemory(askedOf(request), network),
  })
}
