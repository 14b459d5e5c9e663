/** The digits of Crockford's Base32, without letters that are easily confused. */
export const DOOR_CODE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const DOOR_CODE_LENGTH = 8

const DOOR_CODE = new RegExp(`^[${DOOR_CODE_DIGITS}]{${DOOR_CODE_LENGTH}}$`)

/**
 * Reads a typed door code: in either case, with spaces and hyphens, and letters for the digits that they look like.
 * Undefined for any other text.
 */
export function readDoorCode(text: string): string | undefined {
  if (text.length > 2 * DOOR_CODE_LENGTH) return undefined
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return DOOR_CODE.test(code) ? code : undefined
}
