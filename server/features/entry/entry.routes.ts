import type { FastifyInstance } from 'fastify'
import * as deskContract from '#contract/admin-entry.ts'
import * as gatesContract from '#contract/admin-gates.ts'
import { admitByName as admitByNameContract } from '#contract/door-list.ts'
import * as contract from '#contract/entry.ts'
import type { AppContext } from '#server/context.ts'
import { serveDeviceStream } from '#server/http/serve-stream.ts'
import { limitsOf } from '#server/http/limits/attempt-limits.ts'
import { serve } from '#server/http/serve.ts'
import { admitByName } from './admit-by-name.ts'
import { createGate } from './create-gate.ts'
import { createLocationGate } from './create-location-gate.ts'
import { createPairing } from './create-pairing.ts'
import { deleteGate } from './delete-gate.ts'
import { describeDevice } from './describe-device.ts'
import { editGate } from './edit-gate.ts'
import { editShowEntry } from './edit-show-entry.ts'
import { EntryHub } from './entry-hub.ts'
import { getEntrySet } from './get-entry-set.ts'
import { getShowEntry } from './get-show-entry.ts'
import { listGates } from './list-gates.ts'
import { isTyped } from './pairing-codes.ts'
import { postScan } from './post-scan.ts'
import { postStoredScans } from './post-stored-scans.ts'
import { redeemPairing } from './redeem-pairing.ts'
import { revokeDevice } from './revoke-device.ts'
import { ScannedCodes } from './scanned-codes.ts'

export function entryRoutes(
  app: FastifyInstance,
  context: AppContext,
  hub = new EntryHub(context),
  limitsOfStreams = {},
): void {
  const limits = limitsOf(context.db)
  const scanning = { ...context, codes: new ScannedCodes(context) }
  serve(app, contract.redeemPairing, ({ body, request }) =>
    limits.pairing(request, isTyped(body.code), () => redeemPairing(context, body.code)),
  )
  serve(app, contract.getEntryDevice, ({ caller }) => describeDevice(context.db, caller))
  serve(app, contract.postScan, ({ body, caller }) => postScan(scanning, caller, body))
  serve(app, contract.postStoredScans, ({ body, caller, counted }) =>
    postStoredScans(scanning, caller, { scans: body.scans, counted }),
  )
  serve(app, contract.getEntrySet, ({ query, caller, request }) =>
    limits.fetchingList(caller.deviceId, () =>
      getEntrySet(context, { ifNoneMatch: request.headers['if-none-match'], device: caller, showId: query.showId }),
    ),
  )
  serveDeviceStream(
    app,
    contract.watchEntry,
    async ({ query, device }) => hub.admit(device, query.showId),
    limitsOfStreams,
  )
  app.addHook('preClose', async () => hub.close())
  serve(app, deskContract.createPairing, ({ params, body, caller }) =>
    createPairing(context, { ...body, showId: params.id, by: caller.userId }),
  )
  serve(app, deskContract.revokeDevice, ({ params, caller }) =>
    revokeDevice(context.db, { deviceId: params.id, by: caller.userId }),
  )
  serve(app, deskContract.getShowEntry, ({ params }) => getShowEntry(context.db, params.id))
  serve(app, deskContract.editShowEntry, ({ params, body, caller }) =>
    editShowEntry(context.db, { ...body, showId: params.id, by: caller.userId }),
  )
  serve(app, admitByNameContract, ({ params, body, caller }) =>
    admitByName(context, { ...body, showId: params.id, by: caller.userId }),
  )
  serve(app, deskContract.createGate, ({ params, body, caller }) =>
    createGate(context.db, { ...body, showId: params.id, by: caller.userId }),
  )
  serve(app, deskContract.deleteGate, ({ params, caller }) =>
    deleteGate(context.db, { gateId: params.id, by: caller.userId }),
  )
  serve(app, gatesContract.listGates, ({ params }) => listGates(context.db, params.id))
  serve(app, gatesContract.createLocationGate, ({ params, body, caller }) =>
    createLocationGate(context.db, { ...body, locationId: params.id, by: caller.userId }),
  )
  serve(app, gatesContract.editGate, ({ params, body, caller }) =>
    editGate(context.db, { ...body, gateId: params.id, by: caller.userId }),
  )
}
