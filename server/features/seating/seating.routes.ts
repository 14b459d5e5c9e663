import type { FastifyInstance } from 'fastify'
import { getPlanPlaces } from '#contract/admin-seating-plans.ts'
import { COMPACT_PLAN } from '#contract/compact-seating/media-types.ts'
import { writePlan } from '#contract/compact-seating/write-plan.ts'
import * as contract from '#contract/seating.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { PreparedAnswer } from '#server/http/prepared-answer.ts'
import { serve } from '#server/http/serve.ts'
import { cacheAsync } from '#server/async-cache.ts'
import { findPlanOfShow } from './find-plan-of-show.ts'
import { listSeatingPlans } from './list-seating-plans.ts'
import { listStandingCapacities } from './list-standing-capacities.ts'
import { readSeatingPlan } from './read-seating-plan.ts'

// A plan of 50,000 places takes about 6 MB. A shop uses few plans.
const PLANS_CACHED = 16

export function seatingRoutes(app: FastifyInstance, { db }: AppContext): void {
  const answerOf = cacheAsync(
    async (seatingPlanId: SeatingPlanId) => PreparedAnswer.ofJson(await readSeatingPlan(db, seatingPlanId)),
    { max: PLANS_CACHED, keyOf: (seatingPlanId) => seatingPlanId },
  )
  const compactAnswerOf = cacheAsync(
    async (seatingPlanId: SeatingPlanId) =>
      PreparedAnswer.ofJson(writePlan(await readSeatingPlan(db, seatingPlanId)), COMPACT_PLAN),
    { max: PLANS_CACHED, keyOf: (seatingPlanId) => seatingPlanId },
  )

  serve(app, contract.listSeatingPlans, ({ query }) => listSeatingPlans(db, query))
  serve(app, contract.getSeatingPlanOfShow, async ({ caller, params, query, wantsCompact }) => {
    const { id, version } = await findPlanOfShow(db, params.id, caller)
    const answer = await (wantsCompact ? compactAnswerOf(id) : answerOf(id))
    // Staff see plans of shows that visitors do not, which shared caches must not keep for these.
    if (caller?.isStaff) return answer.forOneClient()
    return query.version === version ? answer.forEver() : answer
  })
  serve(app, getPlanPlaces, async ({ params, wantsCompact }) => {
    const answer = await (wantsCompact ? compactAnswerOf : answerOf)(params.id)
    return answer.forOneClient()
  })
  serve(app, contract.listStandingCapacities, ({ caller, query }) =>
    listStandingCapacities(db, { ...query, viewer: caller }),
  )
}
