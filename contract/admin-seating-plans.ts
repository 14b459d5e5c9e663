import * as z from 'zod/mini'
import { COMPACT_PLAN } from './compact-seating/media-types.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { seatingPlanIdText } from './ids.ts'
import { seatingPlan } from './seating.ts'

export const getPlanPlaces = endpoint({
  method: 'GET',
  path: '/admin/seating-plans/:id/places',
  summary: 'Get a seating plan with all sectors and places, also without a show.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: seatingPlanIdText }),
  query: nothing,
  body: nothing,
  reply: seatingPlan,
  status: 200,
  problems: ['not_found'],
  compact: COMPACT_PLAN,
})
