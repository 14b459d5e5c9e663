import type { FastifyInstance } from 'fastify'
import { getPlanPlaces } from '#contract/admin-seating-plans.ts'
import { COMPACT_PLAN } from '#contract/compact-seating/media-types.ts'
import { writePlan } from '#contract/compact-seating/write-plan.ts'
import * as contract from '#contract/seating.ts'
import type { AppContext } from '#server/context.ts'
import { cachedList } from '#server/http/answers/cached-list.ts'
import { PreparedAnswer } from '#server/http/answers/prepared-answer.ts'
import { serve } from '#server/http/serve.ts'
import { serveList } from '#server/http/serve-list.ts'
import { cacheAsync } from '#server/concurrency/async-cache.ts'
import { findPlan, findPlanOfShow, type VersionedPlan } from './find-plan-of-show.ts'
import { listSeatingPlans } from './list-seating-plans.ts'
import { listStandingCapacities } from './list-standing-capacities.ts'
import { readSeatingPlan } from './read-seating-plan.ts'

/** Plans are cached up to this sum of their bytes. A plan of 1,000 places takes about 0.1 MB. */
const CACHED_BYTES = 64_000_000

export function seatingRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const cached = {
    ...{ max: CACHED_BYTES, keyOf: ({ version }: VersionedPlan) => version },
    sizeOf: ({ size }: PreparedAnswer) => size,
  }
  const answerOf = cacheAsync(
    async ({ id }: VersionedPlan) => PreparedAnswer.ofJson(await readSeatingPlan(db, id)),
    cached,
  )
  const compactAnswerOf = cacheAsync(
    async ({ id }: VersionedPlan) => PreparedAnswer.ofJson(writePlan(await readSeatingPlan(db, id)), COMPACT_PLAN),
    cached,
  )
  const plans = cachedList(context, contract.listSeatingPlans, (query, rememberAt) =>
    listSeatingPlans(db, query, rememberAt(db)),
  )

  serveList(app, contract.listSeatingPlans, plans, ({ query }) => query)
  serve(app, contract.getSeatingPlanOfShow, async ({ caller, params, query, wantsCompact }) => {
    const plan = await findPlanOfShow(db, params.id, caller)
    const answer = await (wantsCompact ? compactAnswerOf : answerOf)(plan)
    // Staff see plans of shows that visitors do not, which shared caches must not keep for these.
    if (caller?.isStaff) return answer.forOneClient()
    return query.version === plan.version ? answer.forEver() : answer
  })
  serve(app, getPlanPlaces, async ({ params, wantsCompact }) => {
    const answer = await (wantsCompact ? compactAnswerOf : answerOf)(await findPlan(db, params.id))
    return answer.forOneClient()
  })
  serve(app, contract.listStandingCapacities, ({ caller, query }) =>
    listStandingCapacities(db, { ...query, viewer: caller }),
  )
}
