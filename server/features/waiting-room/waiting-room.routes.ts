import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/admin-waiting-room.ts'
import * as contract from '#contract/waiting-room.ts'
import type { LineState } from '#contract/waiting-room.ts'
import type { ShowId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { cacheForASecond } from '#server/concurrency/async-cache.ts'
import { serve } from '#server/http/serve.ts'
import { admitEachSecond } from './admit-each-second.ts'
import { arrivingTogether } from './arrive.ts'
import { readWaitingRoom } from './get-waiting-room.ts'
import { leaveLine } from './leave-line.ts'
import { readLine } from './read-line.ts'
import { setWaitingRoom } from './set-waiting-room.ts'

export function waitingRoomRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const arrive = arrivingTogether(context)
  // All who wait ask for it again and again.
  const line = cacheForASecond<ShowId, LineState>((showId) => readLine(db, showId))

  serve(
    app,
    contract.arriveAtShow,
    ({ caller, params }) => arrive({ showId: params.id, userId: caller.userId, viewer: caller }),
    { work: 'batched' },
  )
  serve(app, contract.leaveLine, ({ caller, params }) => leaveLine(db, { showId: params.id, userId: caller.userId }))
  serve(app, contract.getLine, ({ params }) => line(params.id))
  serve(app, desk.getWaitingRoom, ({ params }) => readWaitingRoom(db, params.id))
  serve(app, desk.setWaitingRoom, ({ caller, params, body }) =>
    setWaitingRoom(db, { ...body, by: caller.userId, showId: params.id }),
  )

  let admission: ReturnType<typeof admitEachSecond> | undefined
  app.addHook('onListen', async () => {
    admission ??= admitEachSecond(db, () => app.takeRefusals())
  })
  app.addHook('onClose', async () => admission?.stop())
}
