import { DEVICE_HOURS_AFTER_SHOW, STORED_SCANS_HOURS_AFTER_SHOW } from '#domain/entry/entry.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { hashOfToken } from '#server/gateways/random-tokens.ts'
import type { Device } from '#server/http/serve.ts'
import { selectWorkingDevice, updateLastSeen } from './devices.sql.ts'

/**
 * Reads the calling scanner from an Authorization header and the database. Revoked devices, and those whose last show
 * is over, are rejected on the next request; `isFormer` accepts the latter for some days. Notes the contact, at most
 * every 15 seconds. Throws `not_signed_in`.
 */
export async function identifyDevice(
  { db }: Pick<AppContext, 'db'>,
  authorization: string | undefined,
  { isFormer } = { isFormer: false },
): Promise<Device> {
  const token = /^Bearer +([\w-]{43})$/i.exec(authorization ?? '')?.[1]
  const found = token
    ? await selectWorkingDevice(db, {
        tokenHash: hashOfToken(token),
        hours: isFormer ? STORED_SCANS_HOURS_AFTER_SHOW : DEVICE_HOURS_AFTER_SHOW,
      })
    : undefined
  if (!found) throw problem('not_signed_in')
  const { isContactOutdated, ...device } = found
  if (isContactOutdated) await updateLastSeen(db, device.deviceId)
  return device
}
