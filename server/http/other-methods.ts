import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { watchPlaces } from '#contract/places.ts'
import { problem } from '#domain/problem.ts'

/** Answers 405 with `Allow` to unsupported methods of API addresses. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const addresses = Map.groupBy(endpoints, ({ endpoint }) => endpoint.path.replaceAll(/:\w+/g, ':any'))
  for (const [path, calls] of addresses) {
    const allowed = calls.flatMap(({ endpoint }) =>
      endpoint.method === 'GET' && endpoint !== watchPlaces ? ['GET', 'HEAD'] : [endpoint.method],
    )
    app.route({
      method: app.supportedMethods.filter((method) => !allowed.includes(method)),
      url: `/${API_PREFIX}${path}`,
      handler: async () => {
        throw problem('method_not_allowed', { allowed })
      },
    })
  }
}
