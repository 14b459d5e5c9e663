import type { FastifyInstance } from 'fastify'
import { exportPersonalData as exportCall } from '#contract/personal-data.ts'
import * as contract from '#contract/users.ts'
import type { AppContext } from '#server/context.ts'
import { mailCauseOf } from '#server/features/mail/mail-cause.ts'
import { clientNetworkOf } from '#server/http/client-network.ts'
import { Download } from '#server/http/answers/download.ts'
import { limitsOf } from '#server/http/limits/attempt-limits.ts'
import { serve } from '#server/http/serve.ts'
import { changePassword } from './change-password.ts'
import { changeStaffRole } from './change-staff-role.ts'
import { createUser } from './create-user.ts'
import { deleteOwnAccount } from './delete-own-account.ts'
import { deleteUser } from './delete-user.ts'
import { editUser } from './edit-user.ts'
import { exportPersonalData } from './export-personal-data.ts'
import { getUserDetail } from './get-user-detail.ts'
import { lockUser } from './lock-user.ts'
import { selectUsers } from './users.sql.ts'

export function userRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const limits = limitsOf(db)
  serve(app, contract.createUser, ({ caller, body, request }) => {
    const create = (recent: number) => createUser(context, caller, body, mailCauseOf(context, request.ip, recent))
    return caller?.isAdmin ? create(0) : limits.registering(request, body.email, create)
  })
  serve(app, contract.listUsers, ({ caller, query }) => selectUsers(db, { ...query, without: caller.userId }))
  serve(app, contract.getUserDetail, ({ caller }) => getUserDetail(context, caller))
  serve(app, exportCall, ({ caller, request, counted }) =>
    Download.open(
      { type: 'application/json; charset=utf-8', fileName: 'personal-data.json' },
      exportPersonalData(context, caller, { network: clientNetworkOf(request.ip), counted }),
    ),
  )
  serve(app, contract.editUser, ({ caller, body }) => editUser(context, caller, body))
  serve(app, contract.changePassword, ({ caller, body, request }) =>
    limits.checkingPassword(request, caller.userId, () => changePassword(context, { ...caller, ...body })),
  )
  serve(app, contract.deleteOwnAccount, ({ caller: { userId }, body, request }) =>
    limits.checkingPassword(request, userId, () => deleteOwnAccount(context, { userId, ...body })),
  )
  serve(app, contract.deleteUser, ({ caller, params }) => deleteUser(db, { userId: params.id, by: caller.userId }))
  serve(app, contract.lockUser, ({ caller, params, body }) =>
    lockUser(db, { userId: params.id, isLocked: body, by: caller.userId }),
  )
  serve(app, contract.changeStaffRole, ({ caller, params, body }) =>
    changeStaffRole(context, { userId: params.id, isStaff: body, by: caller.userId }),
  )
}
