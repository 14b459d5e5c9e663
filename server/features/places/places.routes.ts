import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/places.ts'
import type { AppContext } from '#server/context.ts'
import { serveStream } from '#server/http/serve-stream.ts'
import { PlaceHub } from './place-hub.ts'

export function placeRoutes(app: FastifyInstance, context: AppContext, hub = new PlaceHub(context), limits = {}): void {
  serveStream(app, contract.watchPlaces, ({ params, ...listening }) => hub.admit(params.id, listening), limits)
  context.metrics.watchStreams(() => hub.size.streams)
  app.addHook('preClose', async () => hub.close())
}
